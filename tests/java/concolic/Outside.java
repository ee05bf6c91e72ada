package concolic;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;

import javax.xml.namespace.QName;

/** Calls what the machine does not support: logging and names of XML. */
public class Outside {
    private final Logger logger = Logger.getLogger("outside");

    public int logged(int code) {
        if (logger.getName().length() == 7) {
            if (code * 3 == 2025) {
                return 1;
            }
        }
        return 0;
    }

    public String local(String wanted) {
        QName name = QName.valueOf("{urn:outside}shed");
        if (name.getLocalPart().equals(wanted)) {
            return "same";
        }
        return name.getNamespaceURI();
    }

    public static int named(QName name, int number) {
        if (name.getLocalPart().length() + number == 1234) {
            return 1;
        }
        return 0;
    }

    public static int packed(int wanted) throws java.util.zip.DataFormatException {
        java.util.zip.Inflater inflater = new java.util.zip.Inflater();
        byte[] found = new byte[3];
        inflater.setInput(new byte[] {120, -100, 99, 100, 98, 6, 0, 0, 13, 0, 7});
        int count = inflater.inflate(found);
        if (wanted == 1000 * count + 10 * found[1]) {
            return found[2];
        }
        return 0;
    }

    /** Calls of each kind, with arguments and results of each width. */
    public static String kinds(List<String> texts, Map<Long, Double> numbers, StringBuilder out) {
        Iterator<String> each = texts.iterator();
        for (int at = 0; each.hasNext(); at++) {
            out.append(each.next()).append(Math.max((long) at, 1L << 40)).append(out.length());
        }
        out.append(numbers.getOrDefault(3L, 2.5)).append(Math.scalb(1.5, 3)).append(texts.get(0).charAt(0));
        return out.toString();
    }
}

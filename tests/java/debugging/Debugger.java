package debugging;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.ArrayReference;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.PrimitiveValue;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.StepRequest;
import java.util.Map;

/** Runs a class under the JVM's debugger and prints each instruction of a package with the local variables before it. */
public class Debugger {
    /** Arguments: the class path, the class to run, and a pattern of the classes to step through. */
    public static void main(String[] arguments) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> given = connector.defaultArguments();
        given.get("main").setValue(arguments[1]);
        given.get("options").setValue("-Xint -cp \"" + arguments[0] + "\"");
        VirtualMachine machine = connector.launch(given);
        var prepared = machine.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(arguments[1]);
        prepared.enable();
        StringBuilder out = new StringBuilder();
        for (boolean going = true; going; ) {
            EventSet events = machine.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent begun) {
                    begin(machine, begun.thread(), arguments[2]);
                } else if (event instanceof StepEvent step) {
                    tell(step, out);
                } else if (event instanceof VMDisconnectEvent) {
                    going = false;
                }
            }
            if (going) {
                events.resume();
            }
        }
        System.out.print(out);
    }

    private static void begin(VirtualMachine machine, ThreadReference thread, String pattern) {
        StepRequest request = machine.eventRequestManager()
                .createStepRequest(thread, StepRequest.STEP_MIN, StepRequest.STEP_INTO);
        request.addClassFilter(pattern);
        request.enable();
    }

    private static void tell(StepEvent step, StringBuilder out) throws Exception {
        Location at = step.location();
        out.append(step.thread().frameCount()).append('\t').append(at.declaringType().name()).append('\t')
                .append(at.method().name()).append('\t').append(at.codeIndex()).append('\t').append(at.lineNumber());
        StackFrame frame = step.thread().frame(0);
        try {
            for (LocalVariable each : frame.visibleVariables()) {
                out.append('\t').append(each.name()).append('\t').append(each.signature())
                        .append('\t').append(text(frame.getValue(each)));
            }
        } catch (AbsentInformationException none) {
            out.append("");
        }
        out.append('\n');
    }

    private static String text(Value value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof StringReference string) {
            return "\"" + string.value();
        }
        if (value instanceof ArrayReference array && array.type().name().equals("int[]")) {
            return array.getValues().toString();
        }
        return value instanceof PrimitiveValue ? value.toString() : "?";
    }
}

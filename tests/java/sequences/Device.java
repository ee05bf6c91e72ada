package sequences;

/** Has too many methods for a stub that is easy to read. */
public interface Device {
    int width();

    long serial();

    byte flags();

    boolean isOn();

    char sign();

    String name();

    String model();

    void start();

    void stop();

    double load();

    /** Asks for everything. */
    static String described(Device device) {
        device.start();
        device.stop();
        return device.width() + " " + device.serial() + " " + device.flags() + " " + device.isOn() + " "
                + (int) device.sign() + " " + device.name() + " " + device.model() + " " + device.load() + " "
                + device.equals(device);
    }
}

package seeds;

/** The example of OO-SE (Fig. 2, bug 6628576 of the JDK): no target but the last two of a call leads to the error. */
public class InterfaceAddress {
    private InetAddress address;
    private InetAddress broadcast;

    InterfaceAddress(InetAddress addr) {
        address = addr;
    }

    @Override
    public boolean equals(Object obj) {
        if (!(obj instanceof InterfaceAddress)) {
            return false;
        }
        InterfaceAddress cmp = (InterfaceAddress) obj;
        if (!address.equals(cmp.address)) {
            return false;
        }
        if ((broadcast != null && cmp.broadcast == null) || (!broadcast.equals(cmp.broadcast))) {
            return false;
        }
        return true;
    }

    public static class InetAddress {
        @Override
        public boolean equals(Object obj) { return false; }
    }

    public static class Inet4Address extends InetAddress {
        @Override
        public boolean equals(Object obj) { return true; }
    }

    public static class Inet6Address extends InetAddress {
        @Override
        public boolean equals(Object obj) { return true; }
    }
}

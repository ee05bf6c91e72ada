/** Monitors: synchronized methods and blocks, and what one thread can see of them. */
public class Locks {
    private int count;

    synchronized int enter(int n) { if (n == 0) return Thread.holdsLock(this) ? 1 : 0; return enter(n - 1) + 1; }

    static synchronized boolean held() { return Thread.holdsLock(Locks.class); }

    synchronized int fails(int n) { if (n > 0) throw new IllegalStateException(); return 1; }

    static String methods(int n) {
        Locks l = new Locks();
        String s = l.enter(n) + " " + held() + Thread.holdsLock(l) + Thread.holdsLock(Locks.class);
        try { l.fails(n); } catch (IllegalStateException e) { s += "thrown"; }
        return s + Thread.holdsLock(l);
    }

    static String blocks(int n) {
        Object a = new Object(), b = new Object();
        String s = "";
        synchronized (a) {
            synchronized (b) { s += Thread.holdsLock(a) + "" + Thread.holdsLock(b); if (n == 1) return s; }
            s += Thread.holdsLock(b);
            synchronized (a) { s += Thread.holdsLock(a); }
            s += Thread.holdsLock(a);
        }
        return s + Thread.holdsLock(a);
    }

    static String notOwner(int n) {
        Object o = new Object();
        try { if (n == 0) o.notify(); if (n == 1) o.notifyAll(); if (n == 2) o.wait(); if (n == 3) o.wait(5); synchronized (o) { o.notify(); if (n == 5) o.wait(1); } return "fine"; }
        catch (IllegalMonitorStateException e) { return e.getMessage(); }
        catch (InterruptedException e) { return "interrupted"; }
    }

    static String negative(int n) throws InterruptedException { Object o = new Object(); synchronized (o) { o.wait(-1); } return ""; }
}

package contained;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ports that are opened or reached; {@code outside/port.txt} names one that listens. */
public class NetworkHarms {
    private static int port(String outside) throws Exception {
        return Integer.parseInt(Files.readString(Path.of(outside, "port.txt")));
    }

    private static InetAddress local() throws Exception {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static InetSocketAddress peer(String outside) throws Exception {
        return new InetSocketAddress(local(), port(outside));
    }

    public static void connects(String outside) throws Throwable {
        new Socket(local(), port(outside)).close();
    }

    public static void connectsLater(String outside) throws Throwable {
        Socket socket = new Socket();
        socket.connect(peer(outside));
        socket.close();
    }

    public static void channel(String outside) throws Throwable {
        SocketChannel.open(peer(outside)).close();
    }

    public static void asynchronous(String outside) throws Throwable {
        AsynchronousSocketChannel.open().connect(peer(outside)).get();
    }

    public static void datagram(String outside) throws Throwable {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(new byte[1], 1, peer(outside)));
        }
    }

    public static void datagramChannel(String outside) throws Throwable {
        DatagramChannel.open().send(ByteBuffer.allocate(1), peer(outside));
    }

    public static void multicast(String outside) throws Throwable {
        new MulticastSocket(0).close();
    }

    public static void serves(String outside) throws Throwable {
        ServerSocket server = new ServerSocket(0);
        Files.writeString(Path.of(outside, "file.txt"), "port " + server.getLocalPort());
    }

    public static void servesChannel(String outside) throws Throwable {
        ServerSocketChannel.open().bind(new InetSocketAddress(0));
    }

    public static void servesAsynchronously(String outside) throws Throwable {
        AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(0));
    }

    public static void servesHttp(String outside) throws Throwable {
        com.sun.net.httpserver.HttpServer.create(new InetSocketAddress(0), 1).start();
    }

    public static void servesLocally(String outside) throws Throwable {
        ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(outside + "/socket"));
    }

    public static void connectsLocally(String outside) throws Throwable {
        SocketChannel.open(StandardProtocolFamily.UNIX).connect(UnixDomainSocketAddress.of(outside + "/socket"));
    }

    public static void opensUrl(String outside) throws Throwable {
        URI.create("http://127.0.0.1:" + port(outside) + "/").toURL().openStream().close();
    }

    public static void asksHttp(String outside) throws Throwable {
        HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(outside) + "/")).build(),
                HttpResponse.BodyHandlers.discarding());
    }

    public static void resolves(String outside) throws Throwable {
        InetAddress.getByName("everypath.invalid");
    }

    public static void resolvesBack(String outside) throws Throwable {
        InetAddress.getByAddress(new byte[] {10, 1, 2, 3}).getCanonicalHostName();
    }

    public static void pings(String outside) throws Throwable {
        local().isReachable(10);
    }

    public static void registry(String outside) throws Throwable {
        java.rmi.registry.LocateRegistry.createRegistry(0);
    }

    public static void names(String outside) throws Throwable {
        java.util.Hashtable<String, String> table = new java.util.Hashtable<>();
        table.put("java.naming.factory.initial", "com.sun.jndi.ldap.LdapCtxFactory");
        table.put("java.naming.provider.url", "ldap://127.0.0.1:" + port(outside));
        new javax.naming.InitialContext(table).lookup("a");
    }

    public static void entities(String outside) throws Throwable {
        String text = "<!DOCTYPE a [<!ENTITY b SYSTEM 'http://127.0.0.1:" + port(outside) + "/'>]><a>&b;</a>";
        javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream(text.getBytes()));
    }
}

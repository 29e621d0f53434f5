// Receives webhooks with Java 17 or newer: SIGNING_SECRET=… ENCRYPTION_KEY=… java Receiver.java
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    // #region verify
    static class Refused extends Exception {
        Refused(String reason) {
            super(reason);
        }
    }

    /** The JSON text of a genuine, current delivery. Throws the reason for any other. */
    static String open(byte[] body, Headers headers, List<String> secrets, List<String> keys)
            throws Refused, GeneralSecurityException {
        String id = headers.getFirst("webhook-id");
        String time = headers.getFirst("webhook-timestamp");
        String signatures = headers.getFirst("webhook-signature");
        if (id == null || time == null || signatures == null) throw new Refused("unsigned");
        boolean isSigned = false;
        for (String secret : secrets) {
            byte[] mac = hmac("HmacSHA256", secret, (id + "." + time + ".").getBytes(StandardCharsets.UTF_8), body);
            String expected = "v1," + Base64.getEncoder().encodeToString(mac);
            for (String signature : signatures.split(" ")) isSigned |= isSame(signature, expected);
        }
        if (!isSigned || !time.matches("[0-9]{1,18}")) throw new Refused("wrong-signature");
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(time);
        if (Math.abs(age) > 300) throw new Refused("wrong-time");

        String iv = headers.getFirst("x-svc-encryption-iv");
        if (iv == null && !keys.isEmpty()) throw new Refused("not-encrypted");
        return new String(iv == null ? body : decrypt(body, iv, keys), StandardCharsets.UTF_8);
    }

    /** AES-256-GCM; the last 16 bytes are the tag. There are several keys during a rotation. */
    static byte[] decrypt(byte[] body, String iv, List<String> keys) throws Refused {
        Base64.Decoder base64 = Base64.getDecoder();
        for (String key : keys) {
            try {
                Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                GCMParameterSpec tagAndIv = new GCMParameterSpec(128, base64.decode(iv));
                cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(base64.decode(key), "AES"), tagAndIv);
                return cipher.doFinal(base64.decode(body));
            } catch (GeneralSecurityException | RuntimeException fault) {
                continue; // try the next key
            }
        }
        throw new Refused(keys.isEmpty() ? "no-key" : "undecryptable");
    }

    /** The older signature covers the body alone: it proves the sender, but not that the delivery is new. */
    static boolean hasBodySignature(byte[] body, Headers headers, List<String> secrets)
            throws GeneralSecurityException {
        for (String secret : secrets) {
            String mac = HexFormat.of().formatHex(hmac("HmacSHA512", secret, body));
            if (isSame(headers.getFirst("x-svc-signature"), mac)) return true;
            if (isSame(headers.getFirst("x-svc-signature-next"), mac)) return true;
        }
        return false;
    }

    static byte[] hmac(String algorithm, String secret, byte[]... parts) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), algorithm));
        for (byte[] part : parts) mac.update(part);
        return mac.doFinal();
    }

    static boolean isSame(String given, String expected) {
        return given != null && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
    // #endregion

    static List<String> settings(String... names) {
        return Stream.of(names).map(System::getenv).filter(value -> value != null && !value.isEmpty()).toList();
    }

    public static void main(String[] arguments) throws Exception {
        List<String> secrets = settings("SIGNING_SECRET", "SIGNING_SECRET_NEXT");
        List<String> keys = settings("ENCRYPTION_KEY", "ENCRYPTION_KEY_NEXT");
        if (secrets.isEmpty()) throw new IllegalStateException("SIGNING_SECRET is not set");
        int port = Integer.parseInt(settings("PORT").stream().findFirst().orElse("8377"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0); // behind your TLS proxy
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            int status = 204;
            try {
                String text = open(body, exchange.getRequestHeaders(), secrets, keys);
                boolean both = hasBodySignature(body, exchange.getRequestHeaders(), secrets);
                // Your part: store it, respond, process it later.
                System.out.println("verified by " + (both ? "both signatures" : "webhook-signature") + ": " + text);
            } catch (Refused reason) {
                System.out.println("refused: " + reason.getMessage());
                status = 400;
            } catch (GeneralSecurityException fault) {
                status = 500;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }
}

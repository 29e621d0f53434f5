<?php
// Receives webhooks with PHP 8: SIGNING_SECRET=… ENCRYPTION_KEY=… php -S 127.0.0.1:8377 receiver.php
declare(strict_types=1);

// #region verify
class Refused extends Exception {}

/** The JSON text of a genuine, current delivery. Throws the reason for any other. */
function openDelivery(string $body, array $headers, array $secrets, array $keys): string
{
    $id = $headers['webhook-id'] ?? '';
    $time = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if ($id === '' || $time === '' || $signatures === '') {
        throw new Refused('unsigned');
    }
    $isSigned = false;
    foreach ($secrets as $secret) {
        $mac = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $secret, true));
        foreach (explode(' ', $signatures) as $signature) {
            $isSigned = hash_equals($mac, $signature) || $isSigned;
        }
    }
    if (!$isSigned || !ctype_digit($time)) {
        throw new Refused('wrong-signature');
    }
    if (abs(time() - (int) $time) > 300) {
        throw new Refused('wrong-time');
    }
    $iv = $headers['x-svc-encryption-iv'] ?? '';
    if ($iv === '' && $keys) {
        throw new Refused('not-encrypted');
    }
    return $iv === '' ? $body : decrypt($body, $iv, $keys);
}

/** AES-256-GCM; the last 16 bytes are the tag. PHP would accept a shorter one. There are several keys during a rotation. */
function decrypt(string $body, string $iv, array $keys): string
{
    $sealed = (string) base64_decode($body, true);
    $nonce = (string) base64_decode($iv, true);
    [$ciphertext, $tag] = [substr($sealed, 0, -16), substr($sealed, -16)];
    foreach (strlen($tag) === 16 && strlen($nonce) === 12 ? $keys : [] as $key) {
        $text = openssl_decrypt($ciphertext, 'aes-256-gcm', base64_decode($key), OPENSSL_RAW_DATA, $nonce, $tag);
        if ($text !== false) {
            return $text;
        }
    }
    throw new Refused($keys ? 'undecryptable' : 'no-key');
}

/** The older signature covers the body alone: it proves the sender, but not that the delivery is new. */
function hasBodySignature(string $body, array $headers, array $secrets): bool
{
    foreach ($secrets as $secret) {
        $mac = hash_hmac('sha512', $body, $secret);
        foreach (['x-svc-signature', 'x-svc-signature-next'] as $name) {
            if (hash_equals($mac, $headers[$name] ?? '')) {
                return true;
            }
        }
    }
    return false;
}
// #endregion

$settings = fn (string ...$names) => array_values(array_filter(array_map(getenv(...), $names)));
$secrets = $settings('SIGNING_SECRET', 'SIGNING_SECRET_NEXT');
$keys = $settings('ENCRYPTION_KEY', 'ENCRYPTION_KEY_NEXT');
if (!$secrets) {
    http_response_code(500);
    exit('SIGNING_SECRET is not set');
}

$body = file_get_contents('php://input');
$headers = array_change_key_case(getallheaders());
try {
    $text = openDelivery($body, $headers, $secrets, $keys);
    $by = hasBodySignature($body, $headers, $secrets) ? 'both signatures' : 'webhook-signature';
    file_put_contents('php://stdout', "verified by $by: $text\n"); // your part: store it, respond, process it later
    http_response_code(204);
} catch (Refused $reason) {
    file_put_contents('php://stdout', "refused: {$reason->getMessage()}\n");
    http_response_code(400);
}

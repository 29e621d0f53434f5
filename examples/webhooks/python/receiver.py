# Receives webhooks with Python 3.8 or newer: SIGNING_SECRET=… ENCRYPTION_KEY=… python3 receiver.py
# The standard library has no AES: for encrypted deliveries, and only for them, pip install cryptography.
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# #region verify
import hmac
import re
import time
from base64 import b64decode, b64encode


class Refused(Exception):
    pass


def open_delivery(body, headers, secrets, keys):
    """The JSON text of a genuine, current delivery. Raises the reason for any other."""
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    delivery_id, sent_at, signatures = (headers.get(name, "") for name in names)
    if not (delivery_id and sent_at and signatures):
        raise Refused("unsigned")
    signed = f"{delivery_id}.{sent_at}.".encode() + body
    macs = [b"v1," + b64encode(hmac.digest(secret.encode(), signed, "sha256")) for secret in secrets]
    given = [signature.encode() for signature in signatures.split(" ")]
    is_signed = any(hmac.compare_digest(one, mac) for one in given for mac in macs)
    if not is_signed or not re.fullmatch("[0-9]+", sent_at):
        raise Refused("wrong-signature")
    if abs(time.time() - int(sent_at)) > 300:
        raise Refused("wrong-time")

    iv = headers.get("x-svc-encryption-iv")
    if not iv and keys:
        raise Refused("not-encrypted")
    return (decrypt(body, iv, keys) if iv else body).decode()


def decrypt(body, iv, keys):
    """AES-256-GCM; the last 16 bytes are the tag. There are several keys during a rotation."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    for key in keys:
        try:
            return AESGCM(b64decode(key)).decrypt(b64decode(iv), b64decode(body), None)
        except (InvalidTag, ValueError):
            pass  # try the next key
    raise Refused("undecryptable" if keys else "no-key")


def has_body_signature(body, headers, secrets):
    """The older signature covers the body alone: it proves the sender, but not that the delivery is new."""
    given = [headers.get(name, "").encode() for name in ("x-svc-signature", "x-svc-signature-next")]
    macs = [hmac.digest(secret.encode(), body, "sha512").hex().encode() for secret in secrets]
    return any(hmac.compare_digest(one, mac) for one in given for mac in macs)
# #endregion


def settings(*names):
    return [os.environ[name] for name in names if os.environ.get(name)]


SECRETS = settings("SIGNING_SECRET", "SIGNING_SECRET_NEXT")
KEYS = settings("ENCRYPTION_KEY", "ENCRYPTION_KEY_NEXT")
if not SECRETS:
    raise SystemExit("SIGNING_SECRET is not set")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            text = open_delivery(body, self.headers, SECRETS, KEYS)
            by = "both signatures" if has_body_signature(body, self.headers, SECRETS) else "webhook-signature"
            print(f"verified by {by}: {text}", flush=True)  # your part: store it, respond, process it later
            self.send_response(204)
        except Refused as reason:
            print(f"refused: {reason}", flush=True)
            self.send_response(400)
        self.end_headers()

    def log_message(self, *_):
        pass


# Behind your TLS proxy.
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8377))), Receiver).serve_forever()

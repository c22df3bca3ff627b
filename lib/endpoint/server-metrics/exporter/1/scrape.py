"""Reads the metrics of the server over HTTP."""

import socket
import time

TIMEOUT_SECONDS = 2
# A server with 1,000 models has about 2 MB of metrics.
MAX_BYTES = 16 * 1024 * 1024


def read_metrics(port, timeout=TIMEOUT_SECONDS):
    """Returns the body of /metrics. The timeout is for the whole response, also if it arrives in small pieces.

    Raises OSError or ValueError if there is no complete response of at most MAX_BYTES with status 200.
    """
    deadline = time.monotonic() + timeout
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        # With HTTP 1.0, the server does not divide the response into chunks, and closes the connection after it.
        connection.sendall(b"GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n")
        response = bytearray()
        while True:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise socket.timeout("timed out")
            connection.settimeout(remaining)
            part = connection.recv(65536)
            if not part:
                return body_of(response)
            response += part
            if len(response) > MAX_BYTES:
                raise ValueError("/metrics has more than %d bytes" % MAX_BYTES)


def body_of(response):
    head, separator, body = response.partition(b"\r\n\r\n")
    status_line, *fields = bytes(head).split(b"\r\n")
    if not separator or status_line.split(b" ")[1:2] != [b"200"]:
        raise ValueError("/metrics responded with %r" % status_line[:80])
    headers = {name.strip().lower(): value.strip() for name, _, value in (field.partition(b":") for field in fields)}
    # An incomplete response would look like counters that were removed, and that start again at zero.
    if int(headers.get(b"content-length", len(body))) != len(body):
        raise ValueError("the response of /metrics is incomplete")
    return body

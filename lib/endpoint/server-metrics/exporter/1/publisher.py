"""A thread that publishes the metrics of the server every minute."""

import os
import sys
import threading
import time

from .counters import Counters
from .documents import documents_of, encode
from .minute import NAMES, Minute
from .prometheus import parse_metrics
from .scrape import read_metrics

SCRAPE_SECONDS = 5
STOP_SECONDS = 2
REPORT_SECONDS = 3600
# While the server loads its models, there are no metrics, which is no failure.
START_SECONDS = 600
STDOUT = 1


def start_publisher():
    """Starts the thread. Raises if the environment is incomplete."""
    publisher = Publisher(
        port=int(os.environ["SERVER_METRICS_PORT"]),
        dimensions={
            "EndpointName": os.environ["SERVER_METRICS_ENDPOINT_NAME"],
            "VariantName": os.environ["SERVER_METRICS_VARIANT_NAME"],
        },
        default_model=os.environ["SAGEMAKER_TRITON_DEFAULT_MODEL_NAME"],
    )
    publisher.start()
    return publisher


class Publisher(threading.Thread):
    def __init__(self, port, dimensions, default_model):
        super().__init__(name="metrics exporter", daemon=True)
        self.port = port
        self.dimensions = dimensions
        self.default_model = default_model
        self.counters = Counters()
        self.minute = Minute(minute_of(time.time()))
        self.stopping = threading.Event()
        self.next_report = time.monotonic() + START_SECONDS

    def run(self):
        self.attempt(self.step)
        # The clock gives only the length of each wait, so a change of the clock delays no reading.
        while not self.stopping.wait(SCRAPE_SECONDS - time.time() % SCRAPE_SECONDS):
            self.attempt(self.step)
        self.attempt(self.step)
        self.attempt(self.begin, None)

    def stop(self):
        """Publishes the last minute, if that is possible within STOP_SECONDS."""
        self.stopping.set()
        self.join(STOP_SECONDS)

    def attempt(self, action, *args):
        try:
            action(*args)
        except Exception as error:
            self.report(error)

    def report(self, error):
        """Reports a failure at most once an hour, so that a lasting failure does not fill the log."""
        if time.monotonic() >= self.next_report:
            self.next_report = time.monotonic() + REPORT_SECONDS
            print("metrics exporter: no metrics:", repr(error)[:200], file=sys.stderr, flush=True)

    def step(self):
        now = time.time()
        # A reading belongs to the minute that is ending or has just ended. After a pause of this process, or a change of the clock, it belongs to
        # a later or an earlier minute than the last reading.
        self.begin(minute_of(now - SCRAPE_SECONDS / 2))
        try:
            self.minute.add(list(parse_metrics(self.read(), NAMES)), self.counters)
        finally:
            self.begin(minute_of(now))

    def read(self):
        try:
            return read_metrics(self.port)
        except ConnectionRefusedError:
            # The server opens its ports when it has loaded the models, so it has not received requests yet.
            self.counters.start_at_zero()
            raise

    def begin(self, number):
        """Publishes the minute before, and begins this minute."""
        if number == self.minute.number:
            return
        ended, self.minute = self.minute, Minute(number)
        for document in documents_of(ended, self.dimensions, self.default_model):
            line = encode(document)
            if line:
                os.write(STDOUT, line)


def minute_of(seconds):
    return int(seconds // 60)

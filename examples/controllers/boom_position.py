#!/usr/bin/env python3
"""Closes a position loop on the boom of the excavator, in lock-step over UDP. Python 3, standard library only.

    npm run stiction -- link excavator --param script=false --wait
    python3 examples/controllers/boom_position.py --seconds 60

The boom cylinder follows 2.4 m + 0.15 m sin(2 pi 0.2 Hz t): command = (speed of the target + gain * error) / largest speed.
"""
import argparse
import json
import math
import socket
import struct
import sys
import time

HEADER = struct.Struct("<2sBBII")  # "SL", version, code, session, sequence
VERSION = 1
HELLO, WELCOME, INPUTS, STEP, SENSORS, EVENT, HOLD, RESUME, ERROR, BYE = range(1, 11)


def text(value):
    data = value.encode()
    return struct.pack("<H", len(data)) + data


def texts(values):
    return struct.pack("<H", len(values)) + b"".join(map(text, values))


class Reader:
    def __init__(self, data, at):
        self.data, self.at = data, at

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def text(self):
        (size,) = self.take("H")
        self.at += size
        return self.data[self.at - size : self.at].decode()

    def texts(self):
        return [self.text() for _ in range(self.take("H")[0])]

    def numbers(self):
        (count,) = self.take("H")
        return list(self.take("%dd" % count))


class Link:
    """One controller in lock-step. A message that gets lost is asked for again."""

    RETRY = 0.1  # s

    def __init__(self, host, port, name, controls, sensors, timeout):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect((host, port))
        self.socket.settimeout(self.RETRY)
        self.session = self.sequence = self.retries = 0
        self.sent = 0.0
        hello = struct.pack("<B", 0) + text(name) + text("") + struct.pack("<BHd", 1, timeout, 0.0)
        self.request = (HELLO, hello + texts(controls) + texts(sensors))
        self.timestep = self.welcome()

    def send(self):
        code, payload = self.request
        self.sequence += 1
        self.socket.send(HEADER.pack(b"SL", VERSION, code, self.session, self.sequence) + payload)

    def receive(self, wanted, accept=lambda fields: True, patience=30.0):
        """Waits for a message; asks again when nothing comes."""
        self.send()
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                data = self.socket.recv(65536)
            except (socket.timeout, ConnectionRefusedError):
                self.retries += 1
                time.sleep(0 if self.session else 0.05)
                self.send()
                continue
            magic, version, code, session, _ = HEADER.unpack_from(data)
            if magic != b"SL" or version != VERSION:
                continue
            if code == ERROR:
                sys.exit("refused: " + Reader(data, HEADER.size + 1).text())
            if code == BYE:
                return None
            if code == HOLD:
                print("on hold: " + Reader(data, HEADER.size + 4).text(), file=sys.stderr)
            if code == wanted:
                fields = self.parse(code, session, Reader(data, HEADER.size))
                if accept(fields):
                    return fields
        sys.exit("no answer from the simulation: is `stiction link` running?")

    def parse(self, code, session, reader):
        if code == WELCOME:
            self.session = session
            scene, scene_hash = reader.text(), reader.text()
            timestep, step, seconds = reader.take("dId")
            return {"scene": scene, "hash": scene_hash, "timestep": timestep, "step": step, "time": seconds}
        step, seconds, self.sent, _, held = reader.take("IdddB")
        return {"step": step, "time": seconds, "held": held != 0, "values": reader.numbers()}

    def welcome(self):
        fields = self.receive(WELCOME)
        self.step, self.retries = fields["step"], 0
        return fields["timestep"]

    def advance(self, values):
        """Puts in values, waits for the step, and returns the sensors after it; None when the simulation has ended."""
        payload = struct.pack("<Idd", self.step, time.monotonic(), self.sent)
        payload += struct.pack("<H%dH" % len(values), len(values), *range(len(values)))
        payload += struct.pack("<H%dd" % len(values), len(values), *values)
        self.request = (STEP, payload)
        fields = self.receive(SENSORS, lambda fields: fields["step"] > self.step)
        if fields is not None:
            self.step = fields["step"]
        return fields

    def leave(self):
        self.request = (BYE, text("done"))
        self.send()


def percentile(values, p):
    return sorted(values)[min(len(values) - 1, int(p * len(values)))] if values else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=5760)
    parser.add_argument("--seconds", type=float, default=10.0, help="simulated time")
    parser.add_argument("--name", default="boom-loop")
    parser.add_argument("--timeout", type=int, default=0, help="steps of silence that are allowed; 0: as the server says")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()

    link = Link(args.host, args.port, args.name, ["boom"], ["guide/boom/position"], args.timeout)
    first, h = link.step, link.timestep
    steps = round(args.seconds / h)
    fields = link.advance([0.0])
    trips, jumps, error, worst = [], 0, 0.0, 0.0
    gain, middle, swing, omega = 6.0, 2.4, 0.15, 2 * math.pi * 0.2
    while fields is not None and link.step - first < steps:
        t = fields["time"]
        error = middle + swing * math.sin(omega * t) - fields["values"][0]
        if link.step - first > steps / 2:
            worst = max(worst, abs(error))
        wanted = swing * omega * math.cos(omega * t) + gain * error
        command = wanted / (0.3 if wanted > 0 else 0.35)  # m/s with the lever at its ends
        before, asked = time.monotonic(), link.step
        fields = link.advance([max(-1.0, min(1.0, command))])
        trips.append(time.monotonic() - before)
        jumps += fields is not None and fields["step"] != asked + 1
    link.leave()

    jitter = [abs(trip - h) for trip in trips]
    report = {
        "steps": len(trips) + 1,
        "lost": jumps,
        "retries": link.retries,
        "error": worst,
        "trip": {str(p): 1000 * percentile(trips, p) for p in (0.5, 0.95, 0.99, 1.0)},
        "jitter": {str(p): 1000 * percentile(jitter, p) for p in (0.5, 0.95, 0.99, 1.0)},
    }
    if args.json:
        print(json.dumps(report))
        return
    print("%d steps, %d lost, %d asked again, error %.1f mm in the second half" % (report["steps"], jumps, link.retries, 1000 * worst))
    print("ms           p50     p95     p99     max")
    for name in ("trip", "jitter"):
        print("%-9s" % name + "".join("%8.2f" % value for value in report[name].values()))


if __name__ == "__main__":
    main()

"""The example client in Python against the real server: run.py PROGRAM CLIENT."""
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

program, client = sys.argv[1:3]
seconds_max = 30  # of anything that hangs


class ChatClient(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="holdpoint-python-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.wallet = self.folder / "wallet.json"
        files = ["--wallet", self.wallet, "--workspace", self.folder / "files"]
        options = ["--listen", "127.0.0.1:0", "--no-auth", "--model", "scripted"]
        with open(self.folder / "log", "wb") as log:
            self.server = subprocess.Popen(
                [program, "serve", *options, *files],
                cwd=self.folder, stdout=subprocess.PIPE, stderr=log, text=True)
        self.addCleanup(self.stop)
        self.url = self.listening()

    def listening(self):
        for line in self.server.stdout:
            if found := re.match(r"listening on http://(\S+)$", line):
                return f"ws://{found[1]}/live"
        self.fail(f"the server did not start: {(self.folder / 'log').read_text()}")

    def stop(self):
        if self.server.returncode is None:
            self.server.send_signal(signal.SIGTERM)
            self.server.communicate(timeout=seconds_max)
            self.assertEqual(self.server.returncode, 0, (self.folder / "log").read_text())

    def chat(self, *arguments):
        return subprocess.run([sys.executable, client, self.url, *arguments],
                              capture_output=True, text=True, timeout=seconds_max)

    def payments(self):
        if not self.wallet.exists():
            return []  # it begins with the first payment
        paid = json.loads(self.wallet.read_text())["payments"]
        return [(payment["recipient"], payment["amount"]) for payment in paid]

    def test_approve(self):
        said = self.chat("approve")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("You will be asked before anything is paid.\n", said.stdout)
        self.assertRegex(said.stdout, r"approve: process_payment \{.*\"recipient\": \"Alice\"")
        self.assertRegex(said.stdout, r"returned: \{\"success\": true")
        self.assertRegex(said.stdout, r"Paid 30 USD to Alice: .*\n$")
        self.assertEqual(self.payments(), [("Alice", 30)])

    def test_deny(self):
        said = self.chat("deny")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("failed: User denied the payment\n", said.stdout)
        self.assertRegex(said.stdout, r"Alice was not paid: you said no\.\n$")
        self.assertEqual(self.payments(), [])

    def test_parallel_questions(self):
        said = self.chat("approve", "pay Alice 30 and Bob 40 dollars")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertCountEqual(self.payments(), [("Alice", 30), ("Bob", 40)])

    def test_no_server(self):
        self.stop()
        self.assertNotEqual(self.chat("approve").returncode, 0)
        self.assertEqual(self.payments(), [])


unittest.main(argv=sys.argv[:1], verbosity=2)

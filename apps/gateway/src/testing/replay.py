"""Sends requests as Python's clients do, with nothing but the standard library.

Reads {"base": url, "requests": [{"method", "path", "body"}]} from its input.
Text in a body that begins with "int:" becomes a number of any size. Prints a
list of {"status", "body"}.
"""
import json
import sys
import urllib.error
import urllib.request


def to_number(value):
    if isinstance(value, str) and value.startswith("int:"):
        return int(value[4:])
    return value


def send(base, method, path, body):
    data = None
    if body is not None:
        fields = {key: to_number(value) for key, value in body.items()}
        data = json.dumps(fields).encode()
    request = urllib.request.Request(base + path, data=data, method=method)
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


asked = json.load(sys.stdin)
answers = []
for each in asked["requests"]:
    status, text = send(asked["base"], each["method"], each["path"], each.get("body"))
    answers.append({"status": status, "body": json.loads(text) if text else None})
print(json.dumps(answers))

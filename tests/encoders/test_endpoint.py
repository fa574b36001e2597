import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from kgmem.encoders import EndpointEncoder, HashEncoder, load
from kgmem.errors import InputError, ModelError

KEY = "sk-embedding-secret-42"


class Server:
    """An embeddings endpoint that answers with hashed words, or with what `reply` says."""

    def __init__(self):
        self.requests = []
        self.reply = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(body)
                status, answer = outer.reply or (200, outer.embed(body["input"]))
                data = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def embed(self, texts):
        rows = 3 * HashEncoder(16).encode(texts)
        data = [
            {"object": "embedding", "index": i, "embedding": row.tolist()}
            for i, row in enumerate(rows)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return {"object": "list", "model": "m", "data": data, "usage": usage}


@pytest.fixture
def server():
    server = Server()
    yield server
    server.server.shutdown()
    server.server.server_close()
    server.thread.join()


@pytest.fixture
def encoder(server):
    return EndpointEncoder("m", base_url=server.url, api_key=KEY, retries=0)


def test_texts_come_back_as_unit_rows_in_order(server, encoder):
    texts = [f"word{n}" for n in range(300)]
    np.testing.assert_allclose(
        encoder.encode(texts), HashEncoder(16).encode(texts), rtol=0, atol=1e-5
    )
    assert [len(r["input"]) for r in server.requests] == [128, 128, 44]


def test_empty_texts_are_zero_rows_and_are_not_sent(server, encoder):
    rows = encoder.encode(["cat", "", " "])
    assert server.requests[0]["input"] == ["cat"]
    assert rows[0].any()
    assert not rows[1:].any()


def test_the_dimension_is_asked_for_once(server, encoder):
    assert encoder.dimension == 16
    assert encoder.dimension == 16
    assert len(server.requests) == 1
    assert EndpointEncoder("m", base_url=server.url, dimension=99).dimension == 99


def test_spans_are_embedded_by_their_words(encoder):
    rows, (one, none) = encoder.encode_spans(["a cat sleeps", "x y"], [[(2, 5)], []])
    np.testing.assert_allclose(one, HashEncoder(16).encode(["cat"]), atol=1e-5)
    assert rows.shape == (2, 16)
    assert none.shape == (0, 16)


def test_a_query_is_sent_once(server, encoder):
    encoder.encode(["which pets?"])
    encoder.encode(["which pets?"])
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "reply",
    [
        (500, {"error": {"message": f"bad key {KEY}"}}),
        (200, {"data": []}),
        (200, {"object": "list", "model": "m", "data": [{"index": 0, "embedding": [1.0]}]}),
        (200, {"hello": 1}),
    ],
)
def test_a_failing_endpoint_is_a_model_error_without_the_key(server, encoder, reply):
    server.reply = reply
    with pytest.raises(ModelError) as caught:
        encoder.encode(["cat", "dog"])
    assert KEY not in str(caught.value)


def test_the_id_names_the_model_and_tells_endpoints_apart_without_the_key(server, encoder):
    other = EndpointEncoder("m", base_url="http://127.0.0.1:1/v1", api_key=KEY)
    assert encoder.id.startswith("m:")
    assert encoder.id != other.id
    assert KEY not in repr(encoder) + encoder.id
    assert load(f"openai:m@{server.url}").id == encoder.id


def test_a_model_without_a_name_is_refused():
    with pytest.raises(InputError, match="name of a model"):
        EndpointEncoder("")

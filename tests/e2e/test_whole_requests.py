"""The server between clients and site: it passes on whole requests, and nothing for ever."""

from __future__ import annotations

import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from deploy.limits import MB
from deploy.processes import PROJECT, Child, free_port, is_answering
from tests.e2e.echo import BIG_ANSWER, LARGEST_BODY, SHORT, SLOW_SECONDS
from tests.e2e.raw_http import ANOTHER_ADDRESS, RawAnswer, RawConnection, half_sent, request
from tests.e2e.servers import PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.e2e


class EchoServer:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.process = Child(
            [sys.executable, "-m", "tests.e2e.echo", str(self.port)],
            log=folder / "echo.log",
            is_ready=lambda: is_answering(self.port),
        )

    def connect(self, data: bytes = b"") -> RawConnection:
        return RawConnection(self.port, data)

    def ask(self, data: bytes) -> RawAnswer:
        with self.connect(data) as connection:
            return connection.answer()

    def seen(self) -> list[dict[str, Any]]:
        """The requests that have reached the site, but for questions like this one."""
        told: list[dict[str, Any]] = self.ask(request("GET", "/seen")).json()
        return [request for request in told if request["PATH_INFO"] != "/seen"]


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EchoServer]:
    server = EchoServer(tmp_path_factory.mktemp("echo"))
    server.process.start()
    yield server
    server.process.stop()


@pytest.fixture
def own_echo(tmp_path: Path) -> Iterator[EchoServer]:
    """For tests that stop it."""
    server = EchoServer(tmp_path)
    server.process.start()
    yield server
    server.process.stop()


class TestTime:
    @pytest.mark.parametrize(
        "data", [b"", b"GET / HTTP/1.1\r\nHost: local"], ids=["nothing", "half a header"]
    )
    def test_who_does_not_finish_the_headers_is_cut_off(
        self, echo: EchoServer, data: bytes
    ) -> None:
        with echo.connect(data) as connection:
            assert connection.rest() == b""

    def test_who_asks_nothing_more_is_cut_off(self, echo: EchoServer) -> None:
        with echo.connect(request("GET", "/")) as connection:
            assert connection.answer().status == 200
            assert connection.rest() == b""

    @pytest.mark.parametrize("length", [20, SHORT.small_body + 1, LARGEST_BODY + 1])
    def test_who_does_not_finish_the_body_is_told_so(self, echo: EchoServer, length: int) -> None:
        before = echo.seen()
        half = request("POST", "/", f"Content-Length: {length}", body=b"{")
        with echo.connect(half) as connection:
            answer = connection.answer()
            assert connection.rest() == b""
        assert (answer.status, answer.json()["errors"][0]["code"]) == (408, "too_slow")
        assert answer.headers["connection"] == "close"
        assert echo.seen() == before

    def test_nobody_waits_for_those_who_dawdle(self, echo: EchoServer) -> None:
        with ExitStack() as open_connections:
            for _ in range(SHORT.connections // 2):
                open_connections.enter_context(echo.connect(half_sent()))
            started = time.monotonic()
            assert echo.ask(request("GET", "/")).status == 200
            assert time.monotonic() < started + SHORT.small_body_seconds

    def test_who_does_not_read_the_answer_keeps_nobody_waiting(self, echo: EchoServer) -> None:
        with ExitStack() as open_connections:
            readers = [
                open_connections.enter_context(echo.connect(request("GET", "/big")))
                for _ in range(5)
            ]
            assert echo.ask(request("GET", "/")).status == 200
            # The answer is still theirs, however long they take.
            time.sleep(2 * SHORT.header_seconds)
            assert len(readers[0].answer().content) == BIG_ANSWER


class TestTurns:
    def test_addresses_take_turns(self, echo: EchoServer) -> None:
        """Twenty requests of one client, and then one of another."""
        with ExitStack() as open_connections:
            slow = open_connections.enter_context(echo.connect(request("GET", "/slow")))
            for _ in range(20):
                many = RawConnection(echo.port, request("GET", "/many"), address=ANOTHER_ADDRESS)
                open_connections.enter_context(many)
            # Long before the slow one is answered, all of these wait.
            time.sleep(SLOW_SECONDS / 2)
            assert echo.ask(request("GET", "/one")).status == 200
            assert slow.answer().status == 200
        paths = [told["PATH_INFO"] for told in echo.seen()]
        before = paths[paths.index("/slow") : paths.index("/one")]
        assert before.count("/many") <= 1

    @pytest.mark.parametrize(
        ("theirs", "ours"),
        [
            (['If-None-Match: "1"'], request("POST", "/ours")),
            ([], request("POST", "/ours")),
            ([], request("GET", "/ours", "Authorization: Bearer x")),
            ([], request("GET", "/ours", "Cookie: sessionid=x")),
            (['If-None-Match: "1"'], request("GET", "/ours")),
        ],
    )
    def test_one_address_is_a_hall_full_of_people(
        self, echo: EchoServer, theirs: list[str], ours: bytes
    ) -> None:
        with ExitStack() as open_connections:
            slow = open_connections.enter_context(echo.connect(request("GET", "/slow")))
            for _ in range(20):
                open_connections.enter_context(echo.connect(request("GET", "/hall", *theirs)))
            # Long before the slow one is answered, all of these wait.
            time.sleep(SLOW_SECONDS / 2)
            assert echo.ask(ours).status == 200
            assert slow.answer().status == 200
        paths = [told["PATH_INFO"] for told in echo.seen()]
        since = paths[len(paths) - paths[::-1].index("/slow") :]
        assert since[: since.index("/ours")].count("/hall") <= 1

    def test_a_request_whose_client_has_gone_is_not_asked_of_the_site(
        self, echo: EchoServer
    ) -> None:
        with echo.connect(request("GET", "/slow")) as slow:
            for _ in range(20):
                with echo.connect(request("POST", "/gone", "Content-Length: 2", body=b"{}")):
                    pass
            assert slow.answer().status == 200
        assert [told for told in echo.seen() if told["PATH_INFO"] == "/gone"] == []


class TestSize:
    @pytest.mark.parametrize("length", [SHORT.small_body, SHORT.small_body + 1, LARGEST_BODY])
    def test_a_body_arrives_whole(self, echo: EchoServer, length: int) -> None:
        body = bytes(range(97, 107)) * (length // 10 + 1)
        sent = request("POST", "/", f"Content-Length: {length}", body=body[:length])
        told = echo.ask(sent).json()
        assert told["read"] == length
        assert told["body"] == body[:100].decode()

    def test_of_a_body_that_is_too_large_only_the_length_arrives(self, echo: EchoServer) -> None:
        length = LARGEST_BODY + 1
        sent = request("POST", "/", f"Content-Length: {length}", body=b"x" * length)
        with echo.connect(sent + request("GET", "/next")) as connection:
            told = connection.answer().json()
            assert (told["CONTENT_LENGTH"], told["read"]) == (str(length), 0)
            assert connection.answer().json()["PATH_INFO"] == "/next"

    def test_who_asks_first_is_not_told_to_send_what_is_too_large(self, echo: EchoServer) -> None:
        for length, status in ((LARGEST_BODY + 1, 200), (5, 100)):
            asked = request("POST", "/", "Expect: 100-continue", f"Content-Length: {length}")
            with echo.connect(asked) as connection:
                assert connection.answer().status == status

    def test_a_body_far_too_large_is_not_read_to_its_end(self, echo: EchoServer) -> None:
        sent = request("POST", "/", f"Content-Length: {10**15}")
        with echo.connect(sent + b"x" * (SHORT.thrown_away + MB)) as connection:
            assert connection.answer().json()["read"] == 0

    def test_large_bodies_share_what_there_is_and_small_ones_always_fit(
        self, echo: EchoServer
    ) -> None:
        almost = request(
            "POST", "/", f"Content-Length: {LARGEST_BODY}", body=b"x" * (LARGEST_BODY - 1)
        )
        small = request("POST", "/", "Content-Length: 5", body=b"score")
        with echo.connect(almost) as one, echo.connect(almost) as other:
            # Whichever brings more than there is room for.
            answered, _, _ = select.select([one.socket, other.socket], [], [], PATIENCE_SECONDS)
            refused, taken = (one, other) if one.socket in answered else (other, one)
            refusal = refused.answer()
            assert (refusal.status, refusal.headers["retry-after"]) == (503, "60")
            assert echo.ask(small).json()["body"] == "score"
            taken.send(b"x")
            assert taken.answer().json()["read"] == LARGEST_BODY
        # What they took is given back.
        with echo.connect(almost) as third:
            third.send(b"x")
            assert third.answer().status == 200

    def test_headers_have_a_largest_size(self, echo: EchoServer) -> None:
        assert (
            echo.ask(request("GET", "/", "X-Long: " + "x" * 2 * SHORT.header_bytes)).status == 431
        )
        many = [f"X-{number}: 1" for number in range(1000)]
        assert echo.ask(request("GET", "/", *many)).status == 431

    def test_one_connection_too_many_waits_for_its_turn(self, echo: EchoServer) -> None:
        with ExitStack() as open_connections:
            for _ in range(SHORT.connections + 5):
                open_connections.enter_context(echo.connect())
            # They are cut off in the end, which makes room.
            assert echo.ask(request("GET", "/")).status == 200


class TestHalfRequests:
    @pytest.mark.parametrize("length", [20, SHORT.small_body + 1, LARGEST_BODY + 1])
    def test_who_hangs_up_half_way_has_asked_nothing(self, echo: EchoServer, length: int) -> None:
        before = echo.seen()
        with echo.connect(request("POST", "/", f"Content-Length: {length}", body=b"score=1")):
            pass
        with echo.connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Le"):
            pass
        time.sleep(0.5)
        assert [told for told in echo.seen() if told not in before and told["read"]] == []

    def test_a_write_whose_sender_did_not_wait_is_done(self, echo: EchoServer) -> None:
        with echo.connect(request("POST", "/left", "Content-Length: 5", body=b"score")):
            # Longer than the server needs to see the whole of it.
            time.sleep(0.2)
        wait_until(lambda: "/left" in [told["PATH_INFO"] for told in echo.seen()])


class TestWhatTheSiteSees:
    def test_addresses_method_and_protocol(self, echo: EchoServer) -> None:
        told = echo.ask(request("PATCH", "/a%20b/%C3%A9?q=%C3%A9&r", "X-Own: 1")).json()
        assert told["REMOTE_ADDR"] == "127.0.0.1"
        assert (told["SERVER_NAME"], told["SERVER_PORT"]) == ("127.0.0.1", str(echo.port))
        assert told["REQUEST_METHOD"] == "PATCH"
        assert told["PATH_INFO"].encode("latin-1").decode() == "/a b/é"
        assert told["QUERY_STRING"] == "q=%C3%A9&r"
        assert told["SERVER_PROTOCOL"] == "HTTP/1.1"
        assert told["HTTP_X_OWN"] == "1"
        assert "PATH" not in told, "what is in our environment is nobody's business"

    def test_repeated_headers_are_joined_in_their_order(self, echo: EchoServer) -> None:
        lines = (
            "X-Forwarded-For: 6.6.6.6",
            "X-Forwarded-For: 10.0.0.9",
            "Cookie: a=1",
            "Cookie: b=2",
        )
        told = echo.ask(request("GET", "/", *lines)).json()
        assert told["HTTP_X_FORWARDED_FOR"] == "6.6.6.6,10.0.0.9"
        assert told["HTTP_COOKIE"] == "a=1;b=2"

    def test_an_underscore_does_not_pass_for_a_hyphen(self, echo: EchoServer) -> None:
        lines = ("X-Forwarded-For: 10.0.0.9", "X_Forwarded_For: 6.6.6.6", "Content_Length: 7")
        told = echo.ask(request("GET", "/", *lines)).json()
        assert told["HTTP_X_FORWARDED_FOR"] == "10.0.0.9"
        assert told["CONTENT_LENGTH"] == "0"

    def test_a_header_that_cannot_be_read_does_not_pass_for_none(self, echo: EchoServer) -> None:
        assert echo.ask(request("GET", "/", "If-Match: \xe9")).json()["HTTP_IF_MATCH"] == "?"


class TestHTTP:
    def test_requests_sent_together_are_answered_in_order(self, echo: EchoServer) -> None:
        with echo.connect(
            request("GET", "/1")
            + request("POST", "/2", "Content-Length: 2", body=b"ab")
            + request("HEAD", "/3")
            + request("GET", "/4", "Connection: close")
        ) as connection:
            answers = [connection.answer(), connection.answer(), connection.answer(to_head=True)]
            assert [answer.json()["PATH_INFO"] for answer in answers[:2]] == ["/1", "/2"]
            assert int(answers[2].headers["content-length"]) > 0
            assert connection.answer().json()["PATH_INFO"] == "/4"
            assert connection.rest() == b""

    def test_a_header_that_the_site_sets_twice_is_sent_twice(self, echo: EchoServer) -> None:
        assert echo.ask(request("GET", "/")).headers["x-two"] == "1, 2"

    @pytest.mark.parametrize(("path", "start"), [("/file", 0), ("/part", 100)])
    def test_an_answer_can_be_a_file(self, echo: EchoServer, path: str, start: int) -> None:
        source = (PROJECT / "tests" / "e2e" / "echo.py").read_bytes()
        with echo.connect(request("GET", path, "Connection: close")) as connection:
            head, _, content = connection.rest().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert source[start:] in content, "in one piece, or in chunks of it"

    def test_what_is_given_back_is_asked_again_for_a_while(self, own_echo: EchoServer) -> None:
        started = time.monotonic()
        answer = own_echo.ask(request("GET", "/later", "X-Mark: 1"))
        assert time.monotonic() - started > sum(SHORT.pauses)
        assert (answer.status, answer.json()["HTTP_X_MARK"]) == (200, "1")
        assert [told["barpoint.may_wait"] for told in own_echo.seen()] == [True] * 3 + [False]

    def test_nobody_waits_for_those_who_wait(self, own_echo: EchoServer) -> None:
        with ExitStack() as open_connections:
            for _ in range(SHORT.asked_again):
                open_connections.enter_context(own_echo.connect(request("GET", "/later")))
            wait_until(lambda: len(own_echo.seen()) >= SHORT.asked_again)
            assert own_echo.ask(request("GET", "/")).status == 200
            # No more than so many wait: the next one is answered as it can be.
            assert own_echo.ask(request("GET", "/later")).json()["barpoint.may_wait"] is False

    def test_http_1_0_is_answered_and_closed(self, echo: EchoServer) -> None:
        with echo.connect(b"GET /old HTTP/1.0\r\n\r\n") as connection:
            assert connection.answer().json()["SERVER_PROTOCOL"] == "HTTP/1.0"
            assert connection.rest() == b""

    def test_a_site_that_breaks_is_a_500_and_serves_on(self, echo: EchoServer) -> None:
        assert echo.ask(request("GET", "/broken")).status == 500
        assert echo.ask(request("GET", "/")).status == 200

    @pytest.mark.parametrize(
        ("lines", "body", "status"),
        [
            (["Transfer-Encoding: chunked"], b"3\r\nabc\r\n0\r\n\r\n", 411),
            (["Transfer-Encoding: chunked"], b"zz\r\nabc", 411),
            (["Transfer-Encoding: chunked", "Content-Length: 3"], b"0\r\n\r\nGET /hidden", 411),
            (["Transfer-Encoding: gzip"], b"abc", 400),
            (["Transfer-Encoding: chunked, identity", "Content-Length: 3"], b"abc", 400),
            (["Transfer-Encoding : chunked"], b"0\r\n\r\n", 400),
            (["Content-Length: 3", "Content-Length: 4"], b"abcd", 400),
            (["Content-Length: 3, 4"], b"abcd", 400),
            (["Content-Length: -1"], b"", 400),
            (["Content-Length: +3"], b"abc", 400),
            (["Content-Length: 0x3"], b"abc", 400),
            (["Content-Length: 3.0"], b"abc", 400),
            (["Content-Length: 99999999999999999999"], b"", 400),
            (["Content-Length:"], b"", 400),
            (["X-Bad\x00: 1"], b"", 400),
            (["no colon"], b"", 400),
        ],
    )
    def test_nothing_can_be_hidden_behind_a_doubtful_length(
        self, echo: EchoServer, lines: list[str], body: bytes, status: int
    ) -> None:
        hidden = request("GET", "/hidden")
        with echo.connect(request("POST", "/", *lines, body=body + hidden)) as connection:
            assert connection.answer().status == status
            assert connection.rest() == b""
        assert "/hidden" not in [told["PATH_INFO"] for told in echo.seen()]

    @pytest.mark.parametrize(
        ("data", "status"),
        [
            (b"CONNECT example.org:80 HTTP/1.1\r\nHost: example.org\r\n\r\n", 405),
            (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
            (b"GET / HTTP/9.9\r\n\r\n", 400),
            (b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            (b"GET /\r\n\r\n", 400),
        ],
    )
    def test_what_is_no_request_to_a_site_is_refused(
        self, echo: EchoServer, data: bytes, status: int
    ) -> None:
        assert echo.ask(data).status == status


class TestStopping:
    def test_who_is_being_answered_gets_the_answer_and_who_dawdles_is_sent_away(
        self, own_echo: EchoServer
    ) -> None:
        with (
            own_echo.connect(request("GET", "/slow")) as asking,
            own_echo.connect(half_sent()) as dawdling,
            own_echo.connect() as idle,
        ):
            # Until the first is being worked on.
            time.sleep(0.3)
            own_echo.process.stop()
            assert asking.answer().status == 200
            sent_away = dawdling.answer()
            assert (sent_away.status, sent_away.json()["errors"][0]["code"]) == (503, "stopping")
            assert idle.rest() == b""
        assert "Traceback" not in own_echo.process.last_words()

    def test_ctrl_c_in_a_terminal_reaches_all_processes_and_is_as_good(
        self, own_echo: EchoServer
    ) -> None:
        with own_echo.connect(half_sent()) as dawdling:
            time.sleep(0.3)
            for pid in own_echo.process.pids:
                os.kill(pid, signal.SIGINT)
            assert dawdling.answer().status == 503
        wait_until(lambda: not own_echo.process.is_running, seconds=10)
        assert "Traceback" not in own_echo.process.last_words()

    def test_an_answer_that_nobody_reads_does_not_keep_it_for_ever(
        self, own_echo: EchoServer
    ) -> None:
        with own_echo.connect(request("GET", "/big")):
            time.sleep(0.5)
            started = time.monotonic()
            own_echo.process.stop()
            assert time.monotonic() < started + SHORT.stop_seconds + 5


def test_where_few_files_may_be_open_it_says_so_and_serves_fewer(tmp_path: Path) -> None:
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.echo", str(port)],
        cwd=PROJECT,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (150, 150)),
    ) as server:
        try:
            wait_until(lambda: is_answering(port))
            with RawConnection(port, request("GET", "/")) as connection:
                assert connection.answer().status == 200
        finally:
            server.terminate()
        _, complaint = server.communicate(timeout=60)
    assert complaint == (
        "Only 150 files may be open at once (ulimit -n), so 22 connections instead of 40.\n"
    )

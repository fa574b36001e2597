import threading

from kgmem.engine.worker import Worker
from kgmem.errors import ModelError


def test_jobs_run_and_wait_returns_when_all_are_done():
    worker, done = Worker(), []
    worker.submit("a", lambda: done.append("a"))
    worker.submit("b", lambda: done.append("b"))
    worker.wait()
    assert sorted(done) == ["a", "b"]


def test_a_job_that_has_not_begun_is_replaced_by_one_of_the_same_name():
    worker, done = Worker(), []
    first = threading.Event()
    worker.submit("blocker", first.wait)
    worker.submit("same", lambda: done.append(1))
    worker.submit("same", lambda: done.append(2))
    first.set()
    worker.wait()
    assert done == [2]


def test_a_failing_model_does_not_end_the_worker(caplog):
    worker, done = Worker(), []

    def fail():
        raise ModelError("the endpoint is down")

    worker.submit("a", fail)
    worker.wait()
    worker.submit("b", lambda: done.append("b"))
    worker.wait()
    assert done == ["b"]
    assert "the endpoint is down" in caplog.text


def test_a_bug_in_a_job_neither_hangs_wait_nor_loses_the_next_job(monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_value))
    worker, done, go_on = Worker(), [], threading.Event()

    def fail():
        go_on.wait(10)
        raise RuntimeError("a bug")

    worker.submit("a", fail)
    worker.submit("b", lambda: done.append("b"))
    go_on.set()
    worker.wait()
    assert done == ["b"]
    assert [str(error) for error in reported] == ["a bug"]
    worker.close()

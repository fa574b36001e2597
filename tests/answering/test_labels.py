"""Technical names are answers as a whole, and a name of the kind that is asked for."""

from __future__ import annotations

import time

import pytest

from kgmem.answering import labels

TURNS = (
    ("tool", "deploy", "Deployed api-gateway version 2.14.3 to eu-west-1. Build id build-7781."),
    ("tool", "build", "ERROR E4021: linker failed in module net/http2."),
    ("tool", "cloud", "Created bucket logs-eu-central-1b in region eu-central-1."),
    ("tool", "git", "Merged branch feature/login-v2 as commit 9f3a1c."),
    ("assistant", "agent-7", "I created the table crm_raw on db-host-3."),
    ("assistant", "agent-7", "I moved crm_raw to db-host-5."),
    ("assistant", "agent-7", "I deployed the billing job on node-12 for Nora."),
)


@pytest.fixture(scope="module")
def memory(told):
    return told(TURNS)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which version was deployed?", "2.14.3"),
        ("Which error code was reported?", "E4021"),
        ("Which region was the gateway deployed to?", "eu-west-1"),
        ("Which region is the bucket in?", "eu-central-1"),
        ("What is the build id?", "build-7781"),
        ("Which module failed to link?", "net/http2"),
        ("Which branch was merged?", "feature/login-v2"),
        ("Which bucket was created?", "logs-eu-central-1b"),
        ("Where was api-gateway deployed?", "eu-west-1"),
    ],
)
def test_a_technical_name_is_never_cut(memory, question, answer):
    assert memory.ask(question, now="2024-06-01").text == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which host was crm_raw first created on?", "db-host-3"),
        ("Which host was crm_raw moved to?", "db-host-5"),
        ("Which node was the billing job deployed on?", "node-12"),
        ("Where was crm_raw created?", "db-host-3"),
        ("Who created crm_raw?", "agent-7"),
        ("Which agent created crm_raw?", "agent-7"),
    ],
)
def test_who_did_it_answers_only_who(memory, question, answer):
    assert memory.ask(question, now="2024-06-01").text == answer


@pytest.mark.parametrize(
    "text",
    [
        "build id " + "_" * 60 + "-",
        "build id " + "a_" * 20_000 + "-",
        "build id " + "a1-" * 20_000,
        "a:" * 30_000 + "-",
        "a " * 30_000 + "1-",
    ],
)
def test_looking_for_a_name_takes_linear_time(text):
    begun = time.process_time()
    assert not [m["name"] for m in labels._NAMED.finditer(text)]
    assert time.process_time() - begun < 1.0


def test_names_with_underscores_and_every_joint_are_whole():
    text = "table crm_raw_v2, image: reg.io/app_1:2.0+b@x, build id b__7"
    names = [m["name"] for m in labels._NAMED.finditer(text)]
    assert names == ["crm_raw_v2", "reg.io/app_1:2.0+b@x", "b__7"]

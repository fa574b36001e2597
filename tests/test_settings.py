import pytest

from kgmem import Memory, Settings, errors
from kgmem.encoders import HashEncoder
from kgmem.settings import Weights


@pytest.mark.parametrize("wrong", [{"timezone": "Mars/X"}, {"batch": 0}, {"limit": -1}])
def test_a_setting_that_cannot_work_is_refused_by_name(wrong):
    with pytest.raises(errors.InputError, match=next(iter(wrong))):
        Settings(**wrong)


@pytest.mark.parametrize("wrong", [{"soft": float("nan")}, {"rank": "much"}, {"about": None}])
def test_a_weight_that_is_no_finite_number_is_refused_by_name(wrong):
    with pytest.raises(errors.InputError, match=next(iter(wrong))):
        Weights(**wrong)
    with pytest.raises(errors.InputError, match="weights"):
        Settings(weights=wrong)


def test_weights_change_what_a_memory_finds_first(tmp_path):
    path = tmp_path / "a.kgmem"
    with Memory.open(path, encoder=HashEncoder()) as memory:
        memory.observe("The violin is lovely.", speaker="Ana", time="2024-05-01")
        memory.observe("Ana plays the cello.", speaker="Nora", time="2024-05-02")
    none = Weights(**dict.fromkeys(Weights.__dataclass_fields__, 0.0))
    parts = []
    for weights in (Weights(), none):
        settings = Settings(weights=weights)
        with Memory.open(path, encoder=HashEncoder(), settings=settings) as memory:
            parts.append([bool(c.parts) for c in memory.retrieve("Which instruments?")])
    assert any(parts[0])
    assert not any(parts[1])

import pytest

from kgmem import Settings, errors


@pytest.mark.parametrize("wrong", [{"timezone": "Mars/X"}, {"batch": 0}, {"limit": -1}])
def test_a_setting_that_cannot_work_is_refused_by_name(wrong):
    with pytest.raises(errors.InputError, match=next(iter(wrong))):
        Settings(**wrong)

"""What the rules and the ledger make of what is said, on a real store."""


def test_a_second_cat_does_not_end_the_first(world, t):
    world.say(t("Nora", "adopted", "Biscuit", to="animal"))
    world.say(t("Nora", "adopted", "Pickle", to="animal"))
    assert ("Nora", "has_pet", "Biscuit") in world.facts()
    assert ("Nora", "has_pet", "Pickle") in world.facts()
    assert world.facts("ended") == []


def test_moving_ends_where_one_lived(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "moved to", "Lisbon", to="place"), on="2024-05-01")
    assert ("Nora", "lives_in", "Lisbon") in world.facts()
    assert world.facts("ended") == [("Nora", "lives_in", "Rome")]
    ended = world.version("Nora", "lives_in", "Rome")
    assert ended.content.validity.end.earliest.date().isoformat() == "2024-05-01"


def test_two_people_have_a_job_each(world, t):
    world.say(t("Ana", "works at", "Foo", to="organization"))
    world.say(t("Bo", "works at", "Bar", to="organization"))
    assert len(world.facts()) == 2


def test_the_same_thing_twice_is_support(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    (decision,) = world.say(t("Nora", "loves", "tea", named=False))
    assert decision.op == "MERGE"
    assert world.facts() == [("Nora", "likes", "tea")]
    assert len(world.supports(decision.fact)) == 2

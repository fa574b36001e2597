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


def test_a_value_that_is_true_again_opens_a_new_interval(world, t, at):
    world.say(t("Nora", "lives in", "Rome", to="place", validity=at("2019-01-01")))
    world.say(t("Nora", "moved to", "Paris", to="place", validity=at("2021-01-01")))
    world.say(t("Nora", "moved back to", "Rome", to="place", validity=at("2022-01-01")))
    lived = [f for f in world.facts(None) if f[1] == "lives_in"]
    assert sorted(lived) == [
        ("Nora", "lives_in", "Paris"),
        ("Nora", "lives_in", "Rome"),
        ("Nora", "lives_in", "Rome"),
    ]
    first = world.version("Nora", "lives_in", "Rome", "ended").content.validity
    assert (first.start.earliest.year, first.end.earliest.year) == (2019, 2021)
    again = world.version("Nora", "lives_in", "Rome", "live").content.validity
    assert (again.start.earliest.year, again.end) == (2022, None)


def test_an_update_in_other_words_retires_the_old_value(world, t):
    world.say(t("Kim", "is on", "team Red", to="group"), on="2024-01-01")
    world.say(t("Kim", "has moved over to", "team Blue", to="group"), on="2024-02-01")
    assert world.facts("ended") == [("Kim", "on_team", "team Red")]
    assert ("Kim", "on_team", "team Blue") in world.facts()
    end = world.version("Kim", "on_team", "team Red").content.validity.end
    assert end.earliest.date().isoformat() == "2024-02-01"


def test_what_excludes_another_fact_replaces_it_in_one_step(world, t):
    world.say(t("Nora", "is", "vegan", to="adjective", named=False))
    world.say(t("Nora", "eats", "fish", named=False, kind="habit"))
    assert world.facts("ended") == [("Nora", "diet", "vegan")]
    assert world.facts() == [("Nora", "eats", "fish")]


def test_a_new_favourite_replaces_the_old_one_of_its_kind_only(world, t):
    world.say(t("Nora", "favorite color is", "blue", to="text"))
    world.say(t("Nora", "favorite book is", "Emma", to="work"))
    world.say(t("Nora", "favourite color is", "green", to="text"))
    assert world.facts("ended") == [("Nora", "favorite_color", "blue")]
    assert ("Nora", "favorite_book", "Emma") in world.facts()


def test_a_correction_retracts_and_does_not_end(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(
        t("Nora", "lives in", "Lisbon", to="place", corrects=t("x", "y", "Rome", to="place").object)
    )
    assert world.facts("retracted") == [("Nora", "lives_in", "Rome")]
    assert world.facts() == [("Nora", "lives_in", "Lisbon")]


def test_what_a_corrected_fact_had_ended_stays_ended_by_the_right_one(world, t):
    world.say(t("Nora", "lives in", "Oslo", to="place"))
    world.say(t("Nora", "lives in", "Rome", to="place"))
    rome = t("x", "y", "Rome", to="place").object
    world.say(t("Nora", "lives in", "Lisbon", to="place", corrects=rome))
    assert world.facts("ended") == [("Nora", "lives_in", "Oslo")]
    assert world.facts() == [("Nora", "lives_in", "Lisbon")]


def test_a_denial_ends_the_habit_and_stands_itself(world, t):
    world.say(t("Nora", "eats", "meat", named=False, kind="habit"))
    world.say(
        t(
            "Nora",
            "eats",
            "meat",
            named=False,
            kind="habit",
            positive=False,
            text="Nora no longer eats meat",
        )
    )
    assert world.facts("ended") == [("Nora", "eats", "meat")]
    assert world.facts() == [("Nora", "not eats", "meat")]


def test_what_was_denied_and_is_so_again_ends_the_denial(world, t):
    world.say(t("Nora", "eats", "meat", named=False, kind="habit", positive=False))
    world.say(t("Nora", "eats", "meat", named=False, kind="habit"))
    assert world.facts("ended") == [("Nora", "not eats", "meat")]
    assert world.facts() == [("Nora", "eats", "meat")]


def test_selling_and_buying_in_one_sentence_is_one_joint_decision(world, t):
    world.say(t("Nora", "owns", "Honda", to="product"))
    world.say(
        t("Nora", "sold", "Honda", to="product", kind="event"),
        t("Nora", "bought", "Tesla", to="product", kind="event"),
    )
    assert ("Nora", "owns", "Honda") in world.facts("ended")
    assert ("Nora", "owns", "Tesla") in world.facts()


def test_a_holiday_does_not_end_where_one_lives(world, t):
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    world.say(t("Nora", "lives in", "Rome", to="place", temporary=True))
    world.say(t("Nora", "moved to", "Paris", to="place", modality="planned"))
    assert ("Nora", "lives_in", "Lisbon") in world.facts()
    assert world.facts("ended") == []


def test_what_is_supposed_or_asked_never_edits(world, t):
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    for modality in ("hypothetical", "asked"):
        (decision, *_) = world.say(t("Nora", "lives in", "Rome", to="place", modality=modality))
        assert decision.op == "NOOP"
    assert world.facts(None) == [("Nora", "lives_in", "Lisbon")]
    assert {e.name for e in world.rows("entity")} == {"Nora", "Lisbon"}


def test_a_tentative_triple_ends_nothing(world, t):
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    world.say(t("Nora", "lives in", "Rome", to="place", confidence=0.3))
    assert world.facts("ended") == []
    assert world.facts(tier="tentative") == [("Nora", "lives_in", "Rome")]


def test_a_second_observation_raises_a_tentative_fact(world, t):
    world.say(t("Nora", "likes", "chess", named=False, confidence=0.5))
    assert world.facts(tier="asserted") == []
    world.say(t("Nora", "likes", "chess", named=False, confidence=0.5))
    assert world.facts(tier="asserted") == [("Nora", "likes", "chess")]


def test_a_source_of_less_trust_cannot_retire_what_a_better_one_supports(world, t):
    world.say(t("Nora", "lives in", "Lisbon", to="place"), trust=0.9)
    decisions = world.say(t("Nora", "lives in", "Rome", to="place"), trust=0.4)
    assert [d.op for d in decisions if d.refused] == ["DELETE"]
    assert "trust" in decisions[0].reason
    assert world.facts("ended") == []
    assert world.facts(tier="tentative") == [("Nora", "lives_in", "Rome")]


def test_a_cat_that_gets_a_name_stays_one_cat(world, t):
    world.say(t("Nora", "has", "cat", to="animal", named=False))
    world.say(
        t("Biscuit", "is a", "cat", of="animal", named=False, to="concept"),
        t("Nora", "has", "Biscuit", to="animal", text="Nora has a cat named Biscuit"),
    )
    pets = [f for f in world.facts() if f[1] == "has_pet"]
    assert pets == [("Nora", "has_pet", "Biscuit")]


def test_another_cat_with_a_name_is_another_cat(world, t):
    world.say(t("Nora", "has", "cat", to="animal", named=False))
    world.say(t("Nora", "has", "Pickle", to="animal", text="Nora has another cat named Pickle"))
    assert len([f for f in world.facts() if f[1] == "has_pet"]) == 2


def test_late_news_of_an_old_value_falls_into_its_place(world, t):
    world.say(t("Nora", "lives in", "Lisbon", to="place"), on="2024-06-01")
    world.say(t("Nora", "lives in", "Rome", to="place"), on="2024-01-01")
    assert world.facts() == [("Nora", "lives_in", "Lisbon")]
    rome = world.version("Nora", "lives_in", "Rome")
    assert rome.status == "ended"
    assert rome.content.validity.end.earliest.date().isoformat() == "2024-06-01"


def test_values_out_of_order_give_the_graph_of_their_order(world, t):
    for place, day in (("Lisbon", "2024-06-01"), ("Rome", "2024-01-01"), ("Paris", "2024-03-01")):
        world.say(t("Nora", "lives in", place, to="place"), on=day)
    ends = {
        v.content.text.split()[-1]: v.content.validity.end
        for v in world.rows("version")
        if v.recorded_to is None
    }
    assert ends["Rome"].earliest.month == 3
    assert ends["Paris"].earliest.month == 6
    assert ends["Lisbon"] is None


def test_a_past_told_later_is_history_at_once(world, t):
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    world.say(t("Nora", "used to live in", "Rome", to="place"))
    assert world.facts() == [("Nora", "lives_in", "Lisbon")]
    assert world.facts("ended") == [("Nora", "lives_in", "Rome")]


def test_an_event_told_twice_is_one_event_and_at_another_time_another(world, t, at):
    run = {"to": "event", "named": False, "kind": "event"}
    world.say(t("Nora", "ran", "race", validity=at("2023-05-01"), **run))
    world.say(t("Nora", "ran", "race", validity=at("2023-05-01"), **run))
    world.say(t("Nora", "ran", "race", validity=at("2023-09-01"), **run))
    assert len(world.facts()) == 2


def test_taking_a_thing_makes_its_old_place_untrue(world, t):
    world.say(t("red apple", "is on", "counter", of="thing", to="place", named=False), speaker=None)
    world.say(t("red apple", "is in", "kitchen", of="thing", to="place", named=False), speaker=None)
    world.say(t("You", "take", "red apple", to="thing", named=False, kind="event"), speaker=None)
    assert ("red apple", "located_in", "kitchen") in world.facts("ended")
    assert ("You", "carries", "red apple") in world.facts()


def test_marriage_said_from_either_side_is_one_fact(world, t):
    world.say(t("Ana", "is married to", "Bo", to="person"))
    world.say(t("Bo", "is married to", "Ana", to="person"), speaker="Bo")
    assert world.facts() == [("Ana", "married_to", "Bo")]


def test_every_decision_is_in_the_journal_with_who_and_why(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    with world.store.read("main") as reader:
        entry = list(reader.journal())[-1]
    assert (entry.op, entry.author, entry.cause) == ("edit", "rules/4", world.episodes[-1])
    assert [e.op for e in entry.decision] == ["DELETE", "ADD"]
    assert all(e.reason for e in entry.decision)


def test_two_homes_in_one_breath_do_not_end_each_other(world, t):
    world.say(
        t("Nora", "lives in", "Rome", to="place"), t("Nora", "lives in", "Berlin", to="place")
    )
    assert len(world.facts()) == 2


def test_a_recent_move_told_right_after_the_old_home_is_news(world, t, at):
    world.say(t("Nora", "lives in", "Rome", to="place"), on="2024-05-10")
    world.say(
        t("Nora", "moved to", "Lisbon", to="place", validity=at("2024-05-05")), on="2024-05-11"
    )
    assert world.facts("ended") == [("Nora", "lives_in", "Rome")]


def test_a_move_of_long_ago_does_not_end_where_one_was_said_to_live_since(world, t, at):
    world.say(t("Nora", "lives in", "Rome", to="place"), on="2024-05-10")
    world.say(
        t("Nora", "moved to", "Lisbon", to="place", validity=at("2019-01-01")), on="2024-06-11"
    )
    assert world.facts("ended") == [("Nora", "lives_in", "Lisbon")]
    assert ("Nora", "lives_in", "Rome") in world.facts()


def test_a_present_state_since_long_ago_ends_another(world, t, at):
    world.say(t("Nora", "moved to", "Rome", to="place", validity=at("2021-01-01")), on="2024-05-10")
    world.say(
        t("Nora", "has lived in", "Lisbon", to="place", validity=at("2019-01-01")), on="2024-06-11"
    )
    assert world.facts("ended") == [("Nora", "lives_in", "Rome")]


def test_a_flat_a_town_and_a_country_go_together(world, t):
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    world.say(t("Nora", "lives in", "small flat", to="place", named=False))
    world.say(t("Nora", "lives in", "Portugal", to="place"))
    assert len(world.facts()) == 3
    world.say(t("Nora", "moved to", "Oslo", to="place"))
    assert set(world.facts("ended")) == {
        ("Nora", "lives_in", "Lisbon"),
        ("Nora", "lives_in", "Portugal"),
    }


def test_two_unnamed_teams_do_not_end_each_other(world, t):
    world.say(t("Nora", "is on", "dance team", to="group", named=False))
    world.say(t("Nora", "is on", "chess team", to="group", named=False))
    assert world.facts("ended") == []


def test_a_new_trade_ends_the_old_one_without_a_name(world, t):
    world.say(t("Nora", "works as", "waiter", to="person", named=False))
    world.say(t("Nora", "was promoted to", "manager", to="person", named=False, kind="event"))
    assert world.facts("ended") == [("Nora", "job_title", "waiter")]

"""Which entity a name means."""

from kgmem.ledger import merge_entities, split_entity


def roots(world):
    return sorted({e.name for e in world.rows("entity") if e.merged_into is None})


def test_the_exact_normalised_name_is_one_entity(world, t):
    world.say(t("Nora", "saw", "Dr. Lee", to="person"))
    world.say(t("Nora", "called", "dr lee", to="person"))
    assert len(world.rows("entity")) == 2


def test_names_in_any_script_stay_distinct(world, t):
    world.say(t("王芳", "住在", "北京", to="place"), t("Иван", "знает", "Ольга", to="person"))
    assert {e.name for e in world.rows("entity")} == {"王芳", "北京", "Иван", "Ольга"}


def test_one_name_of_two_types_stays_two_entities(world, t):
    world.say(t("Nora", "visited", "Jordan", to="place"))
    world.say(t("Nora", "met", "Jordan", to="person"))
    assert len([e for e in world.rows("entity") if e.name == "Jordan"]) == 2


def test_an_unknown_type_is_learned_later(world, t):
    world.say(t("Nora", "mentioned", "Biscuit"))
    world.say(t("Nora", "adopted", "Biscuit", to="animal"))
    (biscuit,) = [e for e in world.rows("entity") if e.name == "Biscuit"]
    assert biscuit.type == "animal"


def test_another_name_is_an_alias_with_its_words_and_no_vertex(world, t):
    world.say(t("Robert Hale", "likes", "tea", named=False), text="Robert Hale likes tea")
    world.say(
        t("Robert Hale", "is called", "Bob", to="text", relation="also_known_as"),
        text="Robert Hale, everyone calls him Bob",
    )
    world.say(t("Bob", "likes", "coffee", named=False))
    assert roots(world) == ["Robert Hale", "coffee", "tea"]
    (alias,) = [a for a in world.rows("alias") if a.name == "Bob"]
    assert alias.episode == world.episodes[1]
    assert alias.span == (32, 35)
    assert ("Robert Hale", "likes", "coffee") in world.facts()


def test_an_alias_that_names_an_entity_already_joins_the_two(world, t):
    world.say(t("Melanie", "likes", "clay", named=False))
    world.say(t("Mel", "likes", "tea", named=False))
    world.say(t("Melanie", "is called", "Mel", to="text", relation="also_known_as"))
    assert roots(world) == ["Melanie", "clay", "tea"]
    world.say(t("Mel", "likes", "clay", named=False))
    assert len(world.facts()) == 2


def test_two_people_who_talk_to_each_other_never_become_one(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    world.say(t("Ana", "likes", "tea", named=False))
    world.say(t("Nora", "is called", "Ana", to="text", relation="also_known_as"), addressee="Ana")
    assert {"Nora", "Ana"} <= set(roots(world))


def test_a_proper_name_beats_a_description(world, t):
    world.say(t("Nora's cat", "sleeps", of="animal", kind="habit"))
    world.say(
        t("Nora's cat", "is named", "Biscuit", to="text", of="animal", relation="also_known_as")
    )
    assert roots(world) == ["Biscuit"]
    assert world.facts() == [("Biscuit", "sleep", "")]


def test_a_merge_by_hand_can_be_split_again(world, t):
    world.say(t("Mel", "likes", "tea", named=False))
    world.say(t("Melanie", "likes", "clay", named=False))
    mel, melanie = (
        next(e.id for e in world.rows("entity") if e.name == n) for n in ("Mel", "Melanie")
    )

    def merge(draft):
        draft.begin_step()
        merge_entities(draft, mel, melanie, author="Ana")

    def split(draft):
        draft.begin_step()
        split_entity(draft, mel, author="Ana")

    world.change(merge)
    assert world.names()[mel] == "Melanie"
    world.change(split)
    assert world.names()[mel] == "Mel"


def test_a_noop_brings_no_entity_into_being(world, t):
    world.say(t("Nora", "likes", "tea", named=False, modality="asked"))
    assert world.rows("entity") == []
    world.say(t("Nora", "likes", "tea", named=False))
    assert [e.id for e in world.rows("entity")] == ["e1", "e2"]


def test_a_proper_name_and_a_common_noun_of_one_spelling_are_two(world, t):
    world.say(t("Nora", "works at", "Apple", to="organization"))
    world.say(t("Nora", "ate", "apple", named=False, kind="event"))
    assert {e.name for e in world.rows("entity")} == {"Nora", "Apple", "apple"}


def test_a_description_still_means_the_one_it_was_named(world, t):
    world.say(t("Nora's cat", "sleeps", of="animal", kind="habit"))
    world.say(
        t("Nora's cat", "is named", "Biscuit", to="text", of="animal", relation="also_known_as")
    )
    world.say(t("Nora's cat", "eats", "fish", of="animal", kind="habit", named=False))
    assert ("Biscuit", "eats", "fish") in world.facts()


def test_a_pet_that_a_tagger_takes_for_a_company_is_one_pet(world, t):
    world.say(t("Nora", "adopted", "Rufus", to="animal"))
    world.say(t("Nora", "gave away", "Rufus", to="organization"))
    assert ("Nora", "has_pet", "Rufus") in world.facts("ended")


def sister(t, name):
    return t("Nora", "sister is", name, to="person")


def test_whose_sister_is_called_what_makes_the_description_a_name(world, t):
    world.say(sister(t, "Ana"))
    world.say(t("Nora's sister", "sings", kind="habit"))
    assert ("Ana", "sing", "") in world.facts()


def test_with_two_sisters_the_description_means_neither(world, t):
    world.say(sister(t, "Ana"))
    world.say(sister(t, "Bea"))
    world.say(t("Nora's sister", "sings", kind="habit"))
    assert ("Nora's sister", "sing", "") in world.facts()
    assert {("Nora", "sibling_of", "Ana"), ("Nora", "sibling_of", "Bea")} <= set(world.facts())


def test_a_cat_of_several_owners_gets_no_name(world, t):
    world.say(t("Nora", "has", "cat", to="animal", named=False))
    world.say(t("Bo", "has", "cat", to="animal", named=False))
    world.say(t("cat", "is named", "Mia", to="text", of="animal", relation="also_known_as"))
    assert "Mia" not in set(world.names().values())


def test_a_cat_of_one_owner_gets_its_name_and_another_cat_stays_another(world, t):
    world.say(t("Nora", "has", "cat", to="animal", named=False))
    world.say(t("cat", "is named", "Mia", to="text", of="animal", relation="also_known_as"))
    world.say(t("Bo", "has", "cat", to="animal", named=False))
    assert set(world.facts()) == {("Nora", "has_pet", "Mia"), ("Bo", "has_pet", "cat")}

// Version 3. Words, for people and for the server's own search; they follow a write within a second.
CREATE FULLTEXT INDEX kgmem_entity_words IF NOT EXISTS FOR (x:Entity) ON EACH [x.name, x.aliases] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX kgmem_fact_words IF NOT EXISTS FOR (x:Fact) ON EACH [x.text] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX kgmem_episode_words IF NOT EXISTS FOR (x:Episode) ON EACH [x.text] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}};

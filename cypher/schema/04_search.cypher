// Version 4. The server's own search: hashed words beside the text, scoped to a namespace and to what holds; newest facts first.
DROP INDEX kgmem_entity_words IF EXISTS;
DROP INDEX kgmem_fact_words IF EXISTS;
DROP INDEX kgmem_episode_words IF EXISTS;
DROP INDEX kgmem_fact_subject IF EXISTS;
DROP INDEX kgmem_fact_object IF EXISTS;
CREATE FULLTEXT INDEX kgmem_entity_words IF NOT EXISTS FOR (x:Entity) ON EACH [x.name, x.aliases, x.words, x.scope] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX kgmem_fact_words IF NOT EXISTS FOR (x:Fact) ON EACH [x.text, x.words, x.scope] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX kgmem_episode_words IF NOT EXISTS FOR (x:Episode) ON EACH [x.text, x.words, x.scope] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}};
CREATE INDEX kgmem_fact_of_subject IF NOT EXISTS FOR (x:Fact) ON (x.namespace, x.subject_id, x.number);
CREATE INDEX kgmem_fact_of_object IF NOT EXISTS FOR (x:Fact) ON (x.namespace, x.object_id, x.number);
CREATE INDEX kgmem_entity_norm IF NOT EXISTS FOR (x:Entity) ON (x.namespace, x.norm);
CREATE INDEX kgmem_merged_norm IF NOT EXISTS FOR (x:MergedEntity) ON (x.namespace, x.norm);
CREATE INDEX kgmem_episode_session IF NOT EXISTS FOR (x:Episode) ON (x.namespace, x.session);

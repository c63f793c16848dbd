import {
  inTransaction as changeWhole,
  openDatabase,
  patientLimit,
  platformError,
  removeFile,
  sqliteCode,
  systemErrorCode,
} from '@datacortex/platform'
import type { Mind } from '../mind.ts'

/** The index of a mind: tables as the specification has them, and what brings them in step with the files. */
export type MemoryIndex = Awaited<ReturnType<typeof openDatabase>>

// A change of the tables makes them anew.
const version = 3

const tables = `
  CREATE TABLE knowledge_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, title TEXT NOT NULL, tags TEXT, summary TEXT,
    content TEXT, owner_uid TEXT NOT NULL, last_writer_uid TEXT NOT NULL, visibility TEXT NOT NULL DEFAULT 'private',
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, last_reflected_from TEXT, content_hash TEXT NOT NULL,
    pin TEXT NOT NULL, token_limit INTEGER, read_only INTEGER NOT NULL);
  CREATE VIRTUAL TABLE knowledge_fts USING fts5(title, tags, summary, content,
    content='knowledge_files', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE knowledge_trigrams USING fts5(title, tags, summary, content,
    content='knowledge_files', content_rowid='id', tokenize='trigram');
  CREATE TABLE daily_logs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, date TEXT NOT NULL, part INTEGER DEFAULT 1, path TEXT NOT NULL UNIQUE,
    status TEXT DEFAULT 'pending', checkpoint TEXT, updated_at TEXT NOT NULL, running_hash TEXT);
  CREATE INDEX knowledge_readers ON knowledge_files(id, owner_uid, visibility);
  CREATE TABLE key_points (
    id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, point_id TEXT, text TEXT NOT NULL, holds INTEGER NOT NULL,
    valid_from TEXT, valid_until TEXT);
  CREATE INDEX key_points_of ON key_points(file_id);
  CREATE INDEX key_points_called ON key_points(point_id);
  CREATE VIRTUAL TABLE key_points_fts USING fts5(text, content='key_points', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2');
  CREATE TABLE knowledge_embeddings (
    model TEXT NOT NULL, chunk_text TEXT NOT NULL, embedding BLOB NOT NULL, PRIMARY KEY (model, chunk_text));
  CREATE TABLE seen_files (place TEXT PRIMARY KEY, stamp TEXT NOT NULL, finding TEXT);`

const allTables =
  'knowledge_fts knowledge_trigrams key_points_fts knowledge_files key_points knowledge_embeddings daily_logs seen_files'

const columns = ['title', 'tags', 'summary', 'content']
const of = (row: 'new' | 'old'): string => [`${row}.id`, ...columns.map((name) => `${row}.${name}`)].join(', ')
const added = (table: string): string => `INSERT INTO ${table}(rowid, ${columns.join(', ')}) VALUES (${of('new')});`
// The index has no copy of what it took in: it must be given the old values.
const removed = (table: string): string =>
  `INSERT INTO ${table}(${table}, rowid, ${columns.join(', ')}) VALUES ('delete', ${of('old')});`
const both = (make: (table: string) => string): string => ['knowledge_fts', 'knowledge_trigrams'].map(make).join(' ')

const forgotten = `
  CREATE TRIGGER points_forgotten AFTER DELETE ON knowledge_files
    BEGIN DELETE FROM key_points WHERE file_id = old.id; END;`

// What keeps the tables of words in step.
const triggers = `
  CREATE TRIGGER knowledge_added AFTER INSERT ON knowledge_files BEGIN ${both(added)} END;
  CREATE TRIGGER knowledge_removed AFTER DELETE ON knowledge_files BEGIN ${both(removed)} END;
  CREATE TRIGGER point_added AFTER INSERT ON key_points
    BEGIN INSERT INTO key_points_fts(rowid, text) VALUES (new.id, new.text); END;
  CREATE TRIGGER point_removed AFTER DELETE ON key_points
    BEGIN INSERT INTO key_points_fts(key_points_fts, rowid, text) VALUES ('delete', old.id, old.text); END;`

/** Opens the index of a mind; it is made anew where it is missing, damaged or old, in memory where nothing is written. */
export async function openMemory({ database: file }: Pick<Mind, 'database'>): Promise<MemoryIndex> {
  try {
    return await opened(file)
  } catch (error) {
    if (isUnwritable(error)) return await opened(':memory:')
    if (!isDamage(error)) throw error
    for (const one of [file, `${file}-wal`, `${file}-shm`]) await removeFile(one)
    return await opened(file)
  }
}

async function opened(file: string): Promise<MemoryIndex> {
  const database = await openDatabase(file, { timeoutMs: patientLimit(30_000) })
  try {
    // It is made anew from the files, so nothing waits for the disk.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
    inTransaction(database, () => {
      if (database.prepare('PRAGMA user_version').get()?.['user_version'] === version) return
      for (const table of allTables.split(' ')) database.exec(`DROP TABLE IF EXISTS ${table}`)
      database.exec(`${tables} ${forgotten} ${triggers} PRAGMA user_version = ${version}`)
    })
    database.prepare('SELECT count(*) FROM knowledge_files JOIN knowledge_fts ON knowledge_fts.rowid = id').get()
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Fills the tables of words once, when all rows are there: one by one each of many rows would be written for itself. */
export function withoutTriggers(database: MemoryIndex, change: () => void): void {
  for (const [, name] of triggers.matchAll(/CREATE TRIGGER (\w+)/g)) database.exec(`DROP TRIGGER ${name}`)
  change()
  for (const table of ['knowledge_fts', 'knowledge_trigrams', 'key_points_fts'])
    database.exec(`INSERT INTO ${table}(${table}) VALUES ('rebuild')`)
  database.exec(triggers)
}

/** Changes all or nothing; other processes wait. */
export function inTransaction(database: MemoryIndex, change: () => void): void {
  try {
    changeWhole(database, change)
  } catch (error) {
    if (!isUnwritable(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw platformError('PLATFORM_FILE_UNWRITABLE', { file: database.location() ?? '', reason }, { cause: error })
  }
}

/** SQLITE_ERROR for tables that are not there, SQLITE_CORRUPT, SQLITE_NOTADB. */
const isDamage = (error: unknown): boolean => [1, 11, 26].includes(sqliteCode(error) ?? 0)

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN; or what the system says, such as EROFS, of its folder. */
const isUnwritable = (error: unknown): boolean =>
  [8, 10, 13, 14].includes(sqliteCode(error) ?? 0) || /^E[A-Z]+$/.test(systemErrorCode(error) ?? '')

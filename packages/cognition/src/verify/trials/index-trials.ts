import { join } from 'node:path'
import { appendLines, namesIn, removeFile } from '@datacortex/platform'
import { type Row, type Trial, isRefused, rowsOf, seen, snapshot, uidOf } from './trial.ts'

/** Section 1.3, step 2. */
export const senderChecked: Trial = async (mind) => {
  const uid = await uidOf(mind)
  const before = await snapshot(mind)
  const wrong = `${uid}0`
  const refused = await isRefused(mind.start(wrong))
  const untouched = before === (await snapshot(mind))
  await mind.start(uid)
  return seen(
    refused && untouched,
    `it refused to start as ${wrong} and changed nothing; as ${uid} it starts`,
    refused ? `it changed files before it refused ${wrong}` : `it started as ${wrong}`,
  )
}

/** Section 3.4. The search table lies over the other one, so its rows have the owners of that. */
export const tablesThere: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  const columns = await rowsOf(mind, "SELECT name FROM pragma_table_info('knowledge_files')")
  const names = columns.map(({ name }) => String(name))
  const missing = ['path', 'title', 'owner_uid', 'last_writer_uid', 'visibility'].filter((one) => !names.includes(one))
  const unowned = await rowsOf(
    mind,
    'SELECT k.owner_uid FROM knowledge_fts f JOIN knowledge_files k ON k.id = f.rowid WHERE k.owner_uid IS NULL',
  )
  const files = await rowsOf(
    mind,
    'SELECT count(*) AS files FROM knowledge_files JOIN knowledge_fts ON knowledge_fts.rowid = id',
  )
  return seen(
    missing.length === 0 && unowned.length === 0,
    `${Number(files[0]?.['files'])} rows, each with owner_uid and last_writer_uid`,
    missing.length > 0 ? `knowledge_files lacks ${missing.join(', ')}` : `${unowned.length} rows have no owner`,
  )
}

/** Section 6. */
export const visibilityFiltered: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  for (const visibility of ['private', 'shared', 'public'] as const)
    await mind.plant({
      uid: 'another-agent',
      visibility,
      topic: `verify-${visibility}`,
      text: `Quillfern is ${visibility}.`,
    })
  const found = (await mind.recall('quillfern', { top: 10 })).join('\n')
  const leaked = found.includes('Quillfern is private')
  const missing = ['shared', 'public'].filter((one) => !found.includes(`Quillfern is ${one}`))
  return seen(
    !leaked && missing.length === 0,
    'of another agent it found what is shared and public, and nothing private',
    leaked ? 'it found a private file of another agent' : `it did not find what is ${missing.join(' and ')}`,
  )
}

const dump = async (mind: Parameters<Trial>[0]): Promise<string> => {
  const files = `SELECT path, title, tags, summary, content, owner_uid, last_writer_uid, visibility, created_at, updated_at,
    last_reflected_from FROM knowledge_files ORDER BY path`
  const logs = 'SELECT date, part, path, status, checkpoint FROM daily_logs ORDER BY path'
  return JSON.stringify([await rowsOf(mind, files), await rowsOf(mind, logs)])
}

/** Section 3.5: row for row, but for ids. */
export const rebuilt: Trial = async (mind) => {
  const uid = await uidOf(mind)
  await mind.start(uid)
  const before = await dump(mind)
  for (const end of ['', '-wal', '-shm']) await removeFile(`${mind.database}${end}`)
  await mind.start(uid)
  const after = await dump(mind)
  const rows = (JSON.parse(after) as readonly (readonly Row[])[]).map((table) => table.length)
  return seen(
    before === after,
    `${rows[0] ?? 0} files and ${rows[1] ?? 0} logs are the same after the database was deleted`,
    'after the database was deleted the rows are other ones',
  )
}

/** Section 3.5: whichever way it follows them, an edit is found at the next question. */
export const driftTaken: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  await mind.remember('The pier is made of oak.', { topic: 'piers' })
  const name = (await namesIn(mind.files.knowledge)).find((one) => one.endsWith('.md'))
  if (name === undefined) return { holds: false, evidence: 'there is no knowledge file to edit' }
  await appendLines(join(mind.files.knowledge, name), ['', 'A vexillary.'], { below: mind.files.folder })
  const found = await mind.recall('vexillary')
  return seen(
    found.some((text) => text.includes('vexillary')),
    `an edit of ${name} was found at the next question`,
    `an edit of ${name} was not found`,
  )
}

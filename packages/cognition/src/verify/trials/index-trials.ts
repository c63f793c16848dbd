import { join } from 'node:path'
import { appendLines, namesIn, removeFile } from '@datacortex/platform'
import type { TriedMind } from '../implementation.ts'
import { no, yes } from '../verdict.ts'
import { type Trial, isRefused, rowsOf, snapshot, started, uidOf } from './trial.ts'

/** Section 1.3, step 2. */
export const senderChecked: Trial = async (mind) => {
  const uid = await uidOf(mind)
  const before = await snapshot(mind)
  const wrong = `${uid}0`
  if (!(await isRefused(mind.start(wrong)))) return no(`it started as ${wrong}`)
  if (before !== (await snapshot(mind))) return no(`it changed files before it refused ${wrong}`)
  await mind.start(uid)
  return yes(`it refused to start as ${wrong} and changed nothing; as ${uid} it starts`)
}

/** Section 3.4. The search table lies over the other one, so its rows have the owners of that. */
export const tablesThere: Trial = async (mind) => {
  await started(mind)
  const columns = await rowsOf(mind, "SELECT name FROM pragma_table_info('knowledge_files')")
  const names = columns.map(({ name }) => name)
  const missing = ['path', 'title', 'owner_uid', 'last_writer_uid', 'visibility'].filter((one) => !names.includes(one))
  if (missing.length > 0) return no(`knowledge_files lacks ${missing.join(', ')}`)
  const rows = await rowsOf(
    mind,
    'SELECT k.owner_uid AS owner FROM knowledge_fts f JOIN knowledge_files k ON k.id = f.rowid',
  )
  const unowned = rows.filter(({ owner }) => owner === null)
  return unowned.length === 0
    ? yes(`${rows.length} rows, each with owner_uid and last_writer_uid`)
    : no(`${unowned.length} rows have no owner`)
}

/** Section 6. */
export const visibilityFiltered: Trial = async (mind) => {
  await started(mind)
  for (const visibility of ['private', 'shared', 'public'] as const) {
    const [topic, text] = [`verify-${visibility}`, `Quillfern is ${visibility}.`]
    await mind.plant({ uid: 'another-agent', visibility, topic, text })
  }
  const found = (await mind.recall('quillfern', { top: 10 })).join('\n')
  if (found.includes('Quillfern is private')) return no('it found a private file of another agent')
  const missing = ['shared', 'public'].filter((one) => !found.includes(`Quillfern is ${one}`))
  return missing.length === 0
    ? yes('of another agent it found what is shared and public, and nothing private')
    : no(`it did not find what is ${missing.join(' and ')}`)
}

/** Section 3.5: row for row, but for ids. */
export const rebuilt: Trial = async (mind) => {
  await started(mind)
  const before = await tables(mind)
  for (const end of ['', '-wal', '-shm']) await removeFile(`${mind.database}${end}`)
  await started(mind)
  if (JSON.stringify(before) !== JSON.stringify(await tables(mind)))
    return no('after the database was deleted the rows are other ones')
  const [files, logs] = before
  return yes(`${files.length} files and ${logs.length} logs are the same after the database was deleted`)
}

async function tables(mind: TriedMind) {
  const files = `SELECT path, title, tags, summary, content, owner_uid, last_writer_uid, visibility, created_at, updated_at,
    last_reflected_from FROM knowledge_files ORDER BY path`
  const logs = 'SELECT date, part, path, status, checkpoint FROM daily_logs ORDER BY path'
  return [await rowsOf(mind, files), await rowsOf(mind, logs)] as const
}

/** Section 3.5: whichever way it follows them, an edit is found at the next question. */
export const driftTaken: Trial = async (mind) => {
  await started(mind)
  await mind.remember('The pier is made of oak.', { topic: 'piers' })
  const name = (await namesIn(mind.files.knowledge)).find((one) => one.endsWith('.md'))
  if (name === undefined) return no('there is no knowledge file to edit')
  await appendLines(join(mind.files.knowledge, name), ['', 'A vexillary.'], { below: mind.files.folder })
  const found = await mind.recall('vexillary')
  return found.some((text) => text.includes('vexillary'))
    ? yes(`an edit of ${name} was found at the next question`)
    : no(`an edit of ${name} was not found`)
}

import { mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const checkout = join(import.meta.dirname, '../..')
const inbox = join(checkout, 'apps/cli/sample/library/inbox')
const names = ['biscuit.pdf', 'conversations.json', 'lights.csv', 'reading-notes.md', 'visit.org']

// Written anew by `pnpm exec vitest run test/e2e/shipped-notes.test.ts -u`.
test('the notes of the shipped documents are those that the documentation shows', async () => {
  const cwd = join(await temporaryFolder(), 'desk')
  await mkdir(cwd)
  await runJson(['init'], { cwd })
  const inputs = names.map((name) => join(inbox, name))
  const { items } = (await runJson(['ingest', ...inputs, '--no-index'], { cwd })) as { items: readonly Item[] }
  const parts = await Promise.all(
    items.map(async ({ input, title, literature_note: note = '', zettels_created: zettels, action_items: tasks }) => [
      `## ${title}`,
      `Made of \`${basename(input)}\`.`,
      ...(await Promise.all([note, ...zettels].map(async (path) => shown(await readFile(join(cwd, path), 'utf8'))))),
      ...(tasks.length === 0 ? [] : ['In the inbox:', tasks.map((task) => `- ${task}`).join('\n')]),
    ]),
  )
  const page = join(checkout, 'apps/docs/notes-of-documents.md')
  const head = await readFile(page, 'utf8')
  const made = '<!-- made -->'
  const text = [head.slice(0, head.indexOf(made)) + made, ...parts.flat()].join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot(page)
})

type Item = {
  readonly input: string
  readonly title: string
  readonly literature_note?: string
  readonly zettels_created: readonly string[]
  readonly action_items: readonly string[]
}

/** A note without its front matter and the section of the person, as it stands in the file. */
function shown(note: string): string {
  const body = note.replace(/^---\n[^]*?\n---\n\n/, '').replace(/\n## My notes[^]*$/, '')
  return ['````markdown', body.trim(), '````'].join('\n')
}

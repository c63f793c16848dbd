import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const spy = { DATACORTEX_EXECUTION: 'exec-spy', DATACORTEX_CHAIN: 'spy' }

const openNotes: Readonly<Record<string, string>> = {
  'open/Market.md': '# Market\n\nNine hundred people came to the market, and some paid with crowns.\n',
  'open/Harbour.md': '# Harbour\n\nThe harbour was built for a hundred boats.\n',
  'open/Coins.md': '# Coins\n\nThe treasury of the crowns lies in the tower.\n',
}

/** A space in which only a closed note tells of the ransom. */
async function spaceWith(ransom: string): Promise<string> {
  const cwd = await temporaryFolder()
  await runJson(['init', '.'], { cwd })
  await writeFile(
    join(cwd, '.datacore/settings.yaml'),
    'privacy: {paths: {"closed/**": secret}, agents: {spy: internal}}\n',
  )
  const notes = { ...openNotes, 'closed/Ransom.md': `# Ransom\n\n${ransom}\n` }
  for (const [path, text] of Object.entries(notes)) {
    await mkdir(join(cwd, path, '..'), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  await runJson(['index'], { cwd })
  // Not indexed: found only if the files are asked as well.
  await writeFile(join(cwd, 'open/News.md'), '# News\n\nThe king owes nine hundred ships to the tower.\n')
  return cwd
}

test('no answer to an agent tells what stands in notes that it may not be shown', async () => {
  const crowns = await spaceWith('The king pays nine hundred crowns for the treasury of the tower. Treasury, treasury!')
  const other = await spaceWith('Of this nobody speaks.')
  const queries = ['"nine hundred crowns"', '"nine hundred thalers"', 'treasury of the tower', 'Ransom', 'king pays']
  for (const more of [[], ['--expand', '1', '--top', '1']])
    expect(await answers(crowns, { queries, more })).toEqual(await answers(other, { queries, more }))
  const found = await answer(crowns, ['"nine hundred crowns"'], {})
  expect(JSON.stringify(found)).toContain('closed/Ransom.md')
  // What was answered before is in the hot cache now.
  const again = await answer(crowns, ['"nine hundred crowns"'], spy)
  expect(again).toEqual(await answer(other, ['"nine hundred crowns"'], spy))
  expect(JSON.stringify(again)).toContain('open/Market.md')
  expect(JSON.stringify(again)).not.toContain('closed/')
})

test('nor does what a context left out', async () => {
  const [crowns, other] = [await spaceWith('The king pays nine hundred crowns.'), await spaceWith('Nobody speaks.')]
  const context = async (cwd: string): Promise<unknown> =>
    await runJson(['agent', 'context', 'conversation-parser', 'king crowns ransom', '--expand', '1'], { cwd, env: spy })
  expect(await context(crowns)).toEqual(await context(other))
  expect(JSON.stringify(await context(crowns))).toContain('open/Coins.md')
})

type Asked = { readonly queries: readonly string[]; readonly more: readonly string[] }

/** Of one process, to the agent. */
async function answers(cwd: string, { queries, more }: Asked): Promise<readonly unknown[]> {
  const file = join(cwd, '.datacore/queries.txt')
  await writeFile(file, queries.join('\n'))
  const { stdout } = await runDatacortex(['search', '--queries', file, ...more], { cwd, env: spy })
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(queries.length)
  return lines.map(withoutTimes)
}

async function answer(cwd: string, asked: readonly string[], env: Readonly<Record<string, string>>): Promise<unknown> {
  return withoutTimes(JSON.stringify(await runJson(['search', ...asked], { cwd, env })))
}

function withoutTimes(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => (key === 'took_ms' ? undefined : value))
}

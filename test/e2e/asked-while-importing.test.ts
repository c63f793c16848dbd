import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson, startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Found = {
  readonly results: readonly { readonly id: string }[]
  readonly findings: readonly { readonly code: string; readonly hint?: string }[]
}

test('while an import embeds, and after it was killed, agents are found by what is there', async () => {
  const cwd = await temporaryFolder()
  await writeAgents(join(cwd, 'agents'))
  expect((await runDatacortex(['init', 'desk'], { cwd })).status).toBe(0)
  const find = async (query: string): Promise<Found> =>
    (await runJson(['agent', 'find', query, '--root', 'desk'], { cwd })) as Found
  const { child, ended } = startDatacortex(['agent', 'import', 'agents', '--root', 'desk'], { cwd })
  const unfinished = async (): Promise<string | undefined> =>
    (await find('tune the organ of a church')).findings[0]?.code
  await expect.poll(unfinished).toBe('AGENTS_NOT_EMBEDDED')
  expect(child.exitCode).toBeNull()
  expect((await find('tune the organ of a church')).results[0]).toMatchObject({ id: 'agent-1999' })
  child.kill('SIGKILL')
  expect(await ended).toMatchObject({ signal: 'SIGKILL' })
  const after = await find('shear angora sheep')
  // By words or by its description: descriptions are embedded first, and may have been before the signal came.
  expect(after.results[0]).toMatchObject({ id: 'agent-1998' })
  expect(after.findings).toMatchObject([{ code: 'AGENTS_NOT_EMBEDDED', hint: 'datacortex index' }])
})

/** The last ones are embedded last. */
const special = new Map([
  [1998, 'Shears angora sheep.'],
  [1999, 'Tunes the organ of a church.'],
])

/** Two thousand agents with long prompts: to embed them takes minutes. */
async function writeAgents(folder: string): Promise<void> {
  await mkdir(folder)
  const sections = Array.from({ length: 20 }, (_, place) => `## Rule ${place}\n\n- Keep part ${place} clean and dry.\n`)
  for (let index = 0; index < 2000; index += 1) {
    const work = special.get(index) ?? `Repairs gadget ${index} in the workshop.`
    const head = `---\nname: agent-${index}\ndescription: ${work}\n---\n`
    await writeFile(
      join(folder, `agent-${index}.md`),
      `${head}# Gadget ${index}\n\n${sections.join('\n').replaceAll('part', `part ${index} of`)}`,
    )
  }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { examineEverything } from './examine-everything.ts'
import { sharedPrompts } from './shared-prompts.ts'

const style =
  'Write short sentences in the active voice, and name every source that you used, with its date and its author.'
const care = 'Never change a file that you were not asked to change, and say at the end what you did and what you left.'
const own = (of: string): string => `${of} is what you know best, and nobody else in this house knows as much about it.`

async function findingsOf(prompts: Readonly<Record<string, string>>) {
  const agents = Object.fromEntries(Object.keys(prompts).map((id) => [id, { source: `${id}.md` }]))
  const { paths, work } = await workSpace({ agents })
  for (const [id, text] of Object.entries(prompts)) await writeFile(join(paths.root, `${id}.md`), text)
  return (await sharedPrompts(work, await work.catalogue())).map(({ code, subject, message }) => [
    code,
    subject,
    message,
  ])
}

test('prompts that share long parts are named with what a component of them would be', async () => {
  const found = await findingsOf({
    one: `# One\n\n${style}\n\n${own('Bread')}\n\n${care}`,
    two: `# Two\n\n${style.replace('short', ' short\n')}\n\n${care}\n\n${own('Tides')}`,
    three: `# Three\n\n${own('Law')}\n\n${style}`,
    four: own('Law'),
  })
  expect(found).toEqual([
    [
      'PROMPTS_SHARE_TEXT',
      'one',
      expect.stringMatching(
        /^one, two share \d{3} characters of their prompts \(up to \d\d %\), from "Write short sentences/,
      ),
    ],
  ])
})

test('doctor says what a component of them would be', async () => {
  const { paths, work } = await workSpace({ agents: { one: { source: 'one.md' }, two: { source: 'two.md' } } })
  for (const id of ['one', 'two']) await writeFile(join(paths.root, `${id}.md`), `${style}\n\n${own(id)}\n\n${care}`)
  const { findings } = await examineEverything.run(work, {})
  expect(findings.filter(({ code }) => code === 'PROMPTS_SHARE_TEXT')).toMatchObject([
    {
      severity: 'info',
      subject: 'one',
      hint: expect.stringMatching(/^A component can hold them: `components: \{ NAME: /),
    },
  ])
})

test('copies, short phrases and small shares are nothing to say', async () => {
  const text = `${style}\n\n${care}`
  expect(await findingsOf({ one: text, two: text })).toEqual([])
  expect(await findingsOf({ one: 'Be brief.\n\nA', two: 'Be brief.\n\nB' })).toEqual([])
  const long = Array.from({ length: 40 }, (_, at) => own(`Chapter ${at}`)).join('\n\n')
  expect(
    await findingsOf({ one: `${text}\n\n${long}`, two: `${text}\n\n${long.replaceAll('Chapter', 'Part')}` }),
  ).toEqual([])
  expect(await findingsOf({ one: text })).toEqual([])
})

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectUsable } from './browser.ts'
import { runJson } from './one-process.ts'
import { expectFitting, useOpenPageOfNew } from './page-browser.ts'
import { trustAll } from './trust-all.ts'

const org = '0-personal/org/ai.org'
const task = (title: string, text = ''): string =>
  `* TODO ${title} :AI:\n:PROPERTIES:\n:AGENT: ai-task-executor\n:END:\n${text}`

const open = useOpenPageOfNew(prepare)

/** A space with a runner that does what a task says, or fails. */
async function prepare(cwd: string): Promise<void> {
  await runJson(['init'], { cwd })
  const script = join(cwd, '../agent.mjs')
  await writeFile(
    script,
    `import { text } from 'node:stream/consumers'
     import { writeFileSync } from 'node:fs'
     const prompt = await text(process.stdin)
     if (/Write a note/.test(prompt)) {
       writeFileSync(${JSON.stringify(join(cwd, 'Made.md'))}, '# Made\\n')
       writeFileSync(${JSON.stringify(join(cwd, 'Mine.md'))}, '# Theirs\\n')
     }
     if (/Do what fails/.test(prompt)) { console.error('It is low water.'); process.exit(1) }
     if (/Do what hangs/.test(prompt)) setInterval(() => {}, 1000)
     else console.log('# Done\\n\\nIt is done.')`,
  )
  const runners = { default: 'node', node: { plugin: 'runner-command', command: [process.execPath, script] } }
  await writeFile(join(cwd, '.datacore/settings.yaml'), JSON.stringify({ runners }))
  await mkdir(join(cwd, '0-personal/org'), { recursive: true })
  await writeFile(join(cwd, 'Mine.md'), '# Mine\n')
  const scribe = { name: 'Scribe', description: 'Writes notes', source: 'scribe.md', skills: [] }
  await writeFile(join(cwd, '.datacore/registry/agents.yaml'), JSON.stringify({ agents: { scribe } }))
  await writeFile(join(cwd, 'scribe.md'), '# Scribe\n\nBe brief.\n')
  const hostile = task('Do <img src=x onerror=alert(1)>', '<script>alert(1)</script> [x](javascript:alert(1))\n')
  await writeFile(join(cwd, org), `${task('Do one', 'As it says.\n')}${hostile}`)
  await trustAll(cwd)
  await runJson(['trust', 'allow', '--yes'], { cwd })
}

const orgText = async (): Promise<string> => await readFile(join(open().root, org), 'utf8')

test('a task is approved as it was shown, done by the night, done again and cancelled, all by buttons', async () => {
  const { page, wrongs } = await open().signedIn()
  await page.goto(`${open().origin}/app/night`)
  const row = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'Do one' })
  await row.getByText('you have not approved it').waitFor()
  await row.getByText('What it asks for').click()
  await row.getByText('As it says.').waitFor()
  await expectUsable(page, 'night')
  // What changes under an open page is not what was shown.
  await writeFile(join(open().root, org), (await orgText()).replace('As it says.', 'As it says, and more.'))
  await row.getByRole('button', { name: 'Approve exactly this' }).click()
  await page.getByText('NIGHTSHIFT_TASK_UNKNOWN').waitFor()
  // The list comes anew, before or after that answer, and with it the task, which is closed then.
  const more = row.getByText('As it says, and more.')
  const isShown = async (): Promise<boolean> => {
    if ((await row.locator('details[open]').count()) === 0) await row.getByText('What it asks for').click()
    return await more.isVisible()
  }
  await expect.poll(isShown).toBe(true)
  await row.getByRole('button', { name: 'Approve exactly this' }).click()
  await page.getByText('Approved: the next night does it.').waitFor()
  await page.getByRole('button', { name: 'Do the night now' }).click()
  await page.getByRole('heading', { name: 'Briefing', exact: true }).waitFor()
  await page.getByText('1 done, 0 to look at, 0 failed').waitFor()
  await page.getByLabel('Show those that ended').check()
  await row.getByText('DONE').waitFor()
  expect(await orgText()).toContain('* DONE Do one')
  await row.getByRole('button', { name: 'Do it again' }).click()
  await page.getByText('It is open again.').waitFor()
  await row.getByRole('button', { name: 'Cancel it' }).click()
  await row.getByText('CANCELLED').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await orgText()).toContain('* TODO Do one')
  await expectUsable(page, 'night with a briefing')
  // That a digest is not known any more, which browsers note by themselves.
  expect(wrongs).toEqual([expect.stringContaining('422')])
})

test('a task that is written on the page is approved by that; what fails says why', async () => {
  const { page, wrongs } = await open().signedIn()
  await page.goto(`${open().origin}/app/night`)
  await page.getByRole('textbox', { name: /^In plain words/ }).fill('Do what fails')
  await page.getByLabel(/^Agent/).fill('ai-task-executor')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Added and approved, since you wrote it.').waitFor()
  await page.getByRole('button', { name: 'Do the night now' }).click()
  await page.getByRole('region', { name: 'Costs' }).waitFor()
  await page.getByLabel('Show those that ended').check()
  const row = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'Do what fails' })
  await row.getByText('FAILED').waitFor()
  await expectUsable(page, 'night with a failed task')
  expect(wrongs).toEqual([])
})

test('what a run wrote and changed is undone by a button, and what changed of the agent since is shown', async () => {
  const { page, wrongs } = await open().signedIn()
  await page.goto(`${open().origin}/app/agent/scribe`)
  await page.getByLabel('Run it: Task').fill('Write a note')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('heading', { name: 'Files written' }).waitFor()
  const texts = async (): Promise<readonly string[]> =>
    await Promise.all(
      ['Made.md', 'Mine.md'].map(async (name) => await readFile(join(open().root, name), 'utf8').catch(() => 'gone')),
    )
  expect(await texts()).toEqual(['# Made\n', '# Theirs\n'])
  await expectUsable(page, 'run with files')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await texts()).toEqual(['gone', '# Mine\n'])
  // What it was made of is kept since it ran.
  await writeFile(join(open().root, 'scribe.md'), '# Scribe\n\nBe <b>long</b>.\n')
  await page.getByRole('button', { name: 'What changed since its last run' }).click()
  await page.getByRole('insertion').getByText('+ Be <b>long</b>.').waitFor()
  expect(await page.getByRole('deletion').textContent()).toBe('- Be brief.\n')
  await expectUsable(page, 'agent with versions compared')
  expect(wrongs).toEqual([])
})

test('hostile tasks are text, at 320 pixels, light and dark', async () => {
  const { page, wrongs } = await open().signedIn()
  await page.goto(`${open().origin}/app/night`)
  const row = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: '<img src=x' })
  await row.getByText('What it asks for').click()
  await row.getByText('<script>alert(1)</script>').waitFor()
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(wrongs).toEqual([])
  await expectFitting(open(), ['night'])
})

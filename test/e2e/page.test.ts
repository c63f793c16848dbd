import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Watched, expectUsable, newTab, newWindow, settled } from './browser.ts'
import { runJson } from './one-process.ts'
import { type OpenedPage, useOpenPage } from './page-browser.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'

const space = useSampleSpaceWithNotes()
const open = useOpenPage(() => space().root, prepare)
let origin = ''
let first: Watched

const signedIn: OpenedPage['signedIn'] = async (options) => await open().signedIn(options)

const hostile = `# Bad <script>document.title = 'ran'</script>

<img src=x onerror="document.title = 'ran'"> <svg onload="document.title = 'ran'"></svg>
[click](javascript:document.title='ran') ![remote](https://example.org/x.png)
<style>* { display: none }</style> <iframe srcdoc="<script>parent.document.title='ran'</script>"></iframe>

![[Bad]] ![[Worse]] [[Spring tides]] $\\href{javascript:alert(1)}{x}$ $\\frac{1$

> [!warning] Mind the gap
> It is wide.

| a | b |
| - | - |
| $x^2$ | \`code\` |
`

async function prepare(root: string): Promise<void> {
  await mkdir(join(root, 'odd'))
  await writeFile(join(root, 'odd/Bad.md'), hostile)
  await writeFile(join(root, 'odd/Worse.md'), '# Worse\n\n![[Bad]]\n')
  const lines = Array.from({ length: 60_000 }, (_, n) =>
    n % 500 === 0 ? `## Part ${n}` : n % 3 === 0 ? '' : `line ${n}`,
  )
  await writeFile(join(root, 'odd/Long.md'), `${lines.join('\n')}\n`)
  await writeFile(join(root, '.datacore/settings.local.yaml'), 'network: {per_host_per_minute: 30}\n')
  await runJson(['embed', 'The harbour of Dover freezes in February.'], { cwd: root })
  await runJson(['index'], { cwd: root })
}

beforeAll(async () => {
  const { link } = open()
  origin = open().origin
  first = await newWindow({ origin })
  await first.page.goto(link)
})

afterAll(async () => await first.context.close())

const path = async (page: Page): Promise<string> =>
  await page.evaluate(() => location.pathname + location.search + location.hash)

test('a link signs in once and leaves no code; another tab asks the first; anyone else is told how', async () => {
  const { page, context, wrongs } = first
  await page.getByRole('heading', { name: 'Find', level: 1 }).waitFor()
  expect(await path(page)).toBe('/app/')
  const tab = await newTab(context, [...wrongs])
  await tab.page.goto(`${origin}/app/memory`)
  await tab.page.getByRole('heading', { name: 'Memory' }).waitFor()
  await tab.page.close()
  const stranger = await newWindow({ origin })
  onTestFinished(async () => await stranger.context.close())
  await stranger.page.goto(`${origin}/app/notes?folder=odd#code=used-before`)
  await stranger.page.getByText('datacortex open').waitFor()
  await expectUsable(stranger.page, 'sign in')
  const link = await open().anotherLink()
  await stranger.page.goto(link.replace('/app/', '/app/agents'))
  await stranger.page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
  expect(await path(stranger.page)).toBe('/app/agents')
  expect(wrongs).toEqual([])
})

test('one box finds everything by the keyboard alone, the address says what, and back leads there again', async () => {
  const { page, wrongs } = await signedIn()
  await page.keyboard.type('spring tides')
  await page.getByText(/\d+ found/).waitFor()
  const box = page.getByRole('combobox', { name: 'What are you looking for?' })
  const active = async (): Promise<string | null | undefined> =>
    await box.evaluate(
      (one) => document.querySelector(`#${CSS.escape(one.getAttribute('aria-activedescendant') ?? '-')}`)?.textContent,
    )
  expect(await path(page)).toBe('/app/?q=spring+tides')
  expect(await page.getByRole('option', { name: /Spring tides/ }).count()).toBeGreaterThan(0)
  const before = await active()
  await page.keyboard.press('ArrowDown')
  expect(before).toBeTruthy()
  await expect.poll(active).not.toBe(before)
  await page.keyboard.press('ArrowUp')
  await page
    .getByRole('option', { name: /^Spring tides/ })
    .first()
    .hover()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Spring tides', level: 1 }).first().waitFor()
  await page.goBack()
  await page.getByText(/\d+ found/).waitFor()
  expect(await box.inputValue()).toBe('spring tides')
  await page.goto(`${origin}/app/?q=harbour+freezes&only=memories`)
  await page.getByRole('option', { name: /Dover freezes/ }).waitFor()
  await box.fill('zzqxwv')
  await page.getByText('Nothing fits “zzqxwv”.').waitFor()
  await expectUsable(page, 'find')
  expect(wrongs).toEqual([])
})

test('a note shows its links, what links to it and its previews; the list has its folders and tags', async () => {
  const { page, wrongs } = await signedIn()
  await page.goto(`${origin}/app/notes`)
  await page.getByText(/\d+ notes/).waitFor()
  await expectUsable(page, 'notes')
  await page.getByLabel('Filter by name').fill('spring tides')
  await page.getByRole('link', { name: 'Spring tides', exact: true }).click()
  const article = page.getByRole('article')
  const link = article.locator('a[data-note]').first()
  await link.focus()
  await page.locator('.preview').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.locator('.preview').count()).toBe(0)
  expect(await page.locator('.side .rows li').count()).toBeGreaterThan(0)
  await expectUsable(page, 'note')
  await link.click()
  await expect.poll(async () => await path(page)).not.toContain('Spring%20tides')
  expect(wrongs).toEqual([])
})

test('what a hostile note holds is text and runs nothing, and notes that embed each other end', async () => {
  const { page, wrongs } = await signedIn()
  await page.goto(`${origin}/app/note/odd/Bad.md`)
  await page.locator('.embed > div').nth(1).waitFor()
  expect(await page.getByRole('article').textContent()).toContain(`<script>document.title = 'ran'</script>`)
  expect(
    await page.locator('.note script, .note img, .note svg, .note iframe, .note [style], .note [onerror]').count(),
  ).toBe(0)
  expect(await page.locator('.callout-title').first().textContent()).toBe('Mind the gap')
  expect(await page.locator('.note math').count()).toBeGreaterThan(0)
  expect(await page.title()).toContain('Bad')
  await expectUsable(page, 'hostile note')
  expect(wrongs).toEqual([])
})

test('a note of 60,000 lines is shown part by part, also from a heading in its middle', async () => {
  const { page, wrongs } = await signedIn()
  await page.goto(`${origin}/app/note/odd/Long.md`)
  await page.getByRole('heading', { name: 'Part 0', exact: true, level: 2 }).waitFor()
  expect(await page.locator('.part').count()).toBeLessThan(5)
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect.poll(async () => await page.locator('.part').count()).toBeGreaterThan(1)
  await page.getByRole('button', { name: /^All \d+ headings$/ }).click()
  await page.getByRole('link', { name: 'Part 30000', exact: true }).click()
  await page.getByRole('heading', { name: 'Part 30000', exact: true }).waitFor()
  await expect.poll(async () => await page.locator('.target').textContent()).toBe('Part 30000')
  expect(await page.locator('.part').count()).toBeLessThan(5)
  expect(wrongs).toEqual([])
})

test('an agent is shown with what it would be given, run and found among its runs', async () => {
  const { page, wrongs } = await signedIn()
  await page.goto(`${origin}/app/agents`)
  const whole = page.getByText('Who may call whom', { exact: true })
  await whole.click()
  await page.getByRole('list', { name: 'Links', exact: true }).getByText('→').first().waitFor()
  await whole.click()
  await page.getByLabel('Filter by name or description').fill('file-reader')
  await page
    .getByRole('link')
    .filter({ hasText: /file.?reader/i })
    .first()
    .click()
  await page.getByText('Who may call whom around it').click()
  const calls = page.getByRole('list', { name: 'Links', exact: true })
  await calls.getByRole('listitem').filter({ hasText: /→/ }).first().waitFor()
  await page.getByText('Drag to move').waitFor()
  await page.getByLabel('What it would be given: Task').fill('odd/Worse.md')
  await page.getByRole('button', { name: 'Show context' }).click()
  await page.getByRole('columnheader', { name: 'Comes from' }).waitFor()
  await page.getByLabel('Run it: Task').fill('odd/Worse.md')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.locator('.answer', { hasText: 'Worse' }).waitFor()
  await page.locator('.rows .status-success').first().waitFor()
  await expectUsable(page, 'agent')
  await page.goto(`${origin}/app/agents`)
  await page.getByText(/\d+ agents/).waitFor()
  await expectUsable(page, 'agents')
  expect(wrongs).toEqual([])
})

test('letters are asked by words at once, by meaning when nobody types, of an input method when it is whole', async () => {
  const { page } = await signedIn()
  const [box, asked] = [page.getByRole('combobox'), [] as string[]]
  page.on('request', (one) => one.url().endsWith('search.everything') && asked.push(String(one.postData())))
  await box.dispatchEvent('compositionstart')
  for (const text of ['tid', 'tides']) await box.fill(text)
  expect(asked).toEqual([])
  await box.dispatchEvent('compositionend')
  await page.getByText(/\d+ found/).waitFor()
  expect([asked.length, await path(page)]).toEqual([2, '/app/?q=tides'])
  await page.clock.install({ time: '2037-01-01T10:00' })
  await page.clock.pauseAt('2037-01-01T10:01')
  for (const text of ['h', 'ha', 'har']) {
    await Promise.all([
      page.waitForResponse(/search\.everything/).then(async (one) => await one.finished()),
      box.fill(text),
    ])
    await page.clock.runFor(100)
  }
  const words = ['h', 'ha', 'har'].map((query) => JSON.stringify({ query, by: 'words' }))
  expect([asked.slice(2), await path(page)]).toEqual([words, '/app/?q=tides'])
  await expect
    .poll(async () => (await page.clock.runFor(200), asked.slice(5)))
    .toEqual(['{"query":"har","by":"meaning"}'])
  expect(await path(page)).toBe('/app/?q=har')
})

test('findings are mended by a button, and the page fits 320 pixels and the dark', async () => {
  const { page, wrongs } = await signedIn({ width: 320, isDark: true })
  await writeFile(join(space().root, 'odd/New.md'), '# New\n')
  await page.goto(`${origin}/app/health`)
  await page.getByRole('button', { name: 'Index now' }).click()
  await page.getByText('Done.').waitFor()
  await page.getByRole('heading', { name: 'Trust' }).waitFor()
  const settings = page.getByRole('region', { name: 'Settings' })
  await settings.getByRole('row', { name: /per_host_per_minute.*30.*this machine alone/ }).waitFor()
  expect(await settings.getByRole('row', { name: /find\.min_score/ }).count()).toBe(0)
  await page.getByLabel('Show also what nobody changed').check()
  await settings.getByRole('row', { name: /find\.min_score.*usual/ }).waitFor()
  for (const where of ['health', '?q=tides', 'notes', 'note/odd/Bad.md', 'agents', 'agent/translator', 'memory']) {
    await page.goto(`${origin}/app/${where}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page)
    await expectUsable(page, `${where} at 320 pixels`)
  }
  expect(wrongs).toEqual([])
})

test('another site can neither ask, nor frame, nor be taken for this one; a code works once', async () => {
  const link = await open().anotherLink()
  const code = new URL(link).hash.slice('#code='.length)
  const signIn = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await fetch(`${origin}/app/session`, { method: 'POST', headers })).status
  expect(await signIn({ authorization: `Code ${code}`, origin: 'https://evil.example' })).toBe(403)
  expect(await signIn({ authorization: `Code ${code}` })).toBe(200)
  expect(await signIn({ authorization: `Code ${code}` })).toBe(401)
  expect(await signIn({})).toBe(401)
  const page = await fetch(`${origin}/app/`)
  const policy = page.headers.get('content-security-policy')
  expect([page.headers.get('x-frame-options'), policy]).toEqual(['DENY', expect.not.stringMatching(/unsafe|\*|http/)])
  expect((await fetch(`${origin}/app/assets/none.js`)).status).toBe(404)
  // Nobody but the user is let in, whatever they ask.
  expect((await fetch(`${origin}/`)).status).toBe(401)
  expect((await fetch(`${origin}/api/find`, { method: 'POST', body: '{"task":"x"}' })).status).toBe(401)
})

test('what is loaded first has no more than 130 kB', async () => {
  const { page } = await newWindow({ origin })
  let bytes = 0
  page.on('response', (response) => {
    if (!response.url().includes('/app/')) return
    void response
      .request()
      .sizes()
      .then(
        (sizes) => (bytes += sizes.responseBodySize),
        () => undefined,
      )
  })
  onTestFinished(async () => await page.context().close())
  await page.goto(await open().anotherLink())
  await page.getByRole('heading', { name: 'Find', level: 1 }).waitFor()
  await settled(page)
  await expect.poll(() => bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(130_000)
})

// The pictures of README.md are made anew by `PICTURES=new pnpm exec vitest run test/e2e/page.test.ts -t pictures`.
test.runIf(process.env['PICTURES'] === 'new')('the pictures of the documentation are made anew', async () => {
  await rm(join(space().root, 'odd'), { recursive: true })
  await runJson(['index', '--yes'], { cwd: space().root })
  const { page } = await signedIn({ width: 1000 })
  const keep = async (name: string): Promise<void> => {
    await settled(page)
    await page.evaluate(() => document.querySelector('nav strong')?.replaceChildren('desk'))
    await page.screenshot({ path: fileURLToPath(new URL(`../../apps/docs/${name}.png`, import.meta.url)) })
  }
  await page.goto(`${origin}/app/?q=when+is+the+tide+highest`)
  await page.getByText(/\d+ found/).waitFor()
  await keep('page-find')
  await page.goto(`${origin}/app/notes`)
  await page.getByRole('link', { name: 'Lactobacillus', exact: true }).click()
  await page.getByText('Graph of what is near').click()
  await page.getByText('Drag to move').waitFor()
  await page.setViewportSize({ width: 1000, height: 1100 })
  await keep('page-note')
  expect(await page.locator('.graph canvas').count()).toBeGreaterThan(0)
})

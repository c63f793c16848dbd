import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectUsable, newTab } from '../browser.ts'
import { useServedPage } from './served-page.ts'

const hostile = `<img src=x onerror="document.title='ran'">`
const ran = "document.title='ran'"
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const files = `# Files

![[dot.png|30]] ![A tone](files/tone.wav) ![[bad.svg]] ![far](https://example.org/far.png)

[the plan](files/plan.pdf) and [a page](files/page.html), ![lost](files/lost.png)
`

/** A tenth of a second of silence. */
function tone(): Buffer {
  const samples = 800
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, Buffer.alloc(samples, 128)])
}

const served = useServedPage(async (root) => {
  await mkdir(join(root, 'near'))
  const texts = {
    Start: 'See [[Middle]] and [[Evil]].',
    Middle: '[[End]]',
    End: 'The end.',
    Alone: 'Here Middle is only named.',
    Evil: '[x](javascript:document.title=1)',
  }
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(root, `near/${name}.md`), `# ${name}\n\n${text}\n`)
  await writeFile(join(root, 'near/Evil.md'), `---\ntitle: ${JSON.stringify(hostile)}\n---\n[[Middle]]\n`)
  await writeFile(join(root, 'near/Files.md'), files)
  await writeFile(join(root, 'near/Holder.md'), '# Holder\n\n![[Files]]\n\n[[Big]]\n')
  await writeFile(join(root, 'near/Big.md'), `# Big\n\n${'A long line of a large note.\n\n'.repeat(4000)}`)
  await mkdir(join(root, 'near/files'))
  await writeFile(join(root, 'near/files/dot.png'), Buffer.from(dot, 'base64'))
  await writeFile(join(root, 'near/files/tone.wav'), tone())
  await writeFile(join(root, 'near/files/plan.pdf'), '%PDF-1.4')
  await writeFile(
    join(root, 'near/files/bad.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg"><script>${ran}</script></svg>`,
  )
  await writeFile(join(root, 'near/files/page.html'), `<script>${ran}</script>`)
  await writeFile(join(root, 'near/Plan.org'), '* TODO Bees\n[[file:Middle.md][the middle]]\n')
})

const address = (path: string): string => `${served().origin}/app/${path}`

test('ten tabs share one stream of changes, and show what others write without a reload', async () => {
  const { page, context, wrongs } = await served().signedIn()
  let streams = 0
  context.on('request', (request) => (streams += request.url().endsWith('/api/changes') ? 1 : 0))
  const tabs = [page]
  while (tabs.length < 10) tabs.push((await newTab(context, [...wrongs])).page)
  for (const tab of tabs) {
    await tab.goto(address('note/near/End.md'))
    await tab.getByText('The end.').waitFor()
  }
  await writeFile(join(served().root, 'near/End.md'), '# End\n\nAnother end.\n')
  for (const tab of tabs) await tab.getByText('Another end.').waitFor()
  // The one that asks goes: another one does then.
  await tabs[0]?.close()
  await expect.poll(() => streams).toBeGreaterThan(1)
  await writeFile(join(served().root, 'near/End.md'), '# End\n\nThe last end.\n')
  for (const tab of tabs.slice(1)) await tab.getByText('The last end.').waitFor()
  expect(streams).toBeLessThan(6)
  expect(wrongs).toEqual([])
})

test('a note is made, renamed with the links to it, taken back and removed; names are never taken twice', async () => {
  const { page, wrongs } = await served().signedIn()
  const { root } = served()
  await page.goto(address('notes'))
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title').fill('Made here')
  await page.getByLabel('In the folder').fill('near')
  await expectUsable(page, 'new note')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('textbox', { name: 'Text of the note' }).waitFor()
  expect(await readFile(join(root, 'near/Made here.md'), 'utf8')).toContain('# Made here')
  await writeFile(join(root, 'near/Made here.md'), '# Made here\n\nby somebody else\n')
  await page.goto(address('notes'))
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title').fill('Made here')
  await page.getByLabel('In the folder').fill('near')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('CLI_NOTE_TAKEN').waitFor()
  expect(await readFile(join(root, 'near/Made here.md'), 'utf8')).toContain('by somebody else')
  await page.goto(address('note/near/Middle.md'))
  await page.getByRole('button', { name: 'Rename or move' }).click()
  await page.getByText(/Links in \d+ notes are rewritten/).waitFor()
  await page.getByLabel('New path').fill('near/Centre.md')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('Renamed.').waitFor()
  expect(await readFile(join(root, 'near/Start.md'), 'utf8')).toContain('[[Centre')
  await expectUsable(page, 'renamed note')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.url()).toContain('Middle.md')
  expect(await readFile(join(root, 'near/Start.md'), 'utf8')).toContain('[[Middle]]')
  await page.goto(address('note/near/Made here.md'))
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Remove this note?').waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('was removed.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => await readFile(join(root, 'near/Made here.md'), 'utf8').catch(() => ''))
    .toContain('Made')
  await rm(join(root, 'near/Made here.md'))
  expect(wrongs.filter((one) => !one.includes('422'))).toEqual([])
})

test('notes that only name one are found, an org file is read, and today has its note', async () => {
  const { page, wrongs } = await served().signedIn()
  await page.goto(address('note/near/Middle.md'))
  await page.getByText('Named, but not linked').click()
  await page.getByText('Here Middle is only named.').waitFor()
  await expectUsable(page, 'mentions')
  await page.goto(address('note/near/Plan.org'))
  await page.getByRole('link', { name: 'the middle' }).waitFor()
  await page.goto(address('notes'))
  await page.getByRole('button', { name: 'Today’s note' }).click()
  await page.getByRole('textbox', { name: 'Text of the note' }).waitFor()
  expect(wrongs).toEqual([])
})

test('pictures and sounds of a note are shown where they stand, other files are saved, and nothing of them runs', async () => {
  const { page, wrongs } = await served().signedIn()
  await page.goto(address('note/near/Files.md'))
  const picture = page.getByRole('img', { name: 'dot.png' })
  await expect.poll(async () => await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)
  await page.getByRole('button', { name: 'Listen to A tone' }).click()
  const sound = page.locator('.note audio')
  await expect.poll(async () => await sound.evaluate((one: HTMLAudioElement) => one.duration)).toBeCloseTo(0.1)
  for (const [name, file] of [
    ['the plan', 'plan.pdf'],
    ['bad.svg', 'bad.svg'],
    ['a page', 'page.html'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `Save ${name}` }).click()
    expect((await saved).suggestedFilename()).toBe(file)
  }
  // What is not there is named, and a picture of the web is a link: no other host was asked.
  await page.locator('.picture', { hasText: 'lost' }).waitFor()
  expect(await page.getByRole('link', { name: 'far' }).getAttribute('href')).toBe('https://example.org/far.png')
  expect(await page.locator('.note img').count()).toBe(1)
  expect(await page.title()).toContain('Files')
  await expectUsable(page, 'note with files')
  // In another note they are the same.
  await page.goto(address('note/near/Holder.md'))
  const inside = page.locator('.embed').getByRole('img', { name: 'dot.png' })
  await expect.poll(async () => await inside.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)
  // A preview has the beginning of a note, as the server cuts it.
  await page.locator('a[data-note]', { hasText: 'Big' }).hover()
  await page.locator('.preview').waitFor()
  expect((await page.locator('.preview').textContent())?.length).toBeLessThan(2000)
  await page.keyboard.press('Escape')
  await page.locator('.preview').waitFor({ state: 'detached' })
  expect(wrongs).toEqual([])
})

test('what is near a note is drawn beside it once it is asked for, also as a list', async () => {
  const { page, wrongs } = await served().signedIn()
  await page.goto(address('note/near/Start.md'))
  await page.getByText('Graph of what is near').click()
  const list = page.getByRole('list', { name: 'Links', exact: true })
  await list.getByRole('listitem').filter({ hasText: 'Start → Middle' }).waitFor()
  expect(await list.getByRole('link', { name: 'End' }).count()).toBe(0)
  await page.getByLabel('Links away').selectOption('2')
  await list.getByRole('listitem').filter({ hasText: 'Middle → End' }).waitFor()
  await page.getByText('Drag to move').waitFor()
  await expectUsable(page, 'note with its graph')
  await list.getByRole('link', { name: 'End' }).first().click()
  await page.getByText('The end.').or(page.getByText('The last end.')).first().waitFor()
  expect(wrongs).toEqual([])
})

test('a large graph is laid out beside the page, ends by itself, and is known the next time', async () => {
  const { page, wrongs } = await served().signedIn()
  const count = 800
  const notes = Array.from({ length: count }, (_, at) => ({
    path: `n/${at}.md`,
    title: `n${at}`,
    type: 'note',
    tags: [],
  }))
  const links = notes.slice(1).map((_, at) => [at + 1, Math.floor(at / 3)])
  await page.route('**/api/notes.graph', async (route) => await route.fulfill({ json: { notes, links, left_out: 0 } }))
  let workers = 0
  page.on('worker', (worker) => (workers += worker.url().includes('layout-worker') ? 1 : 0))
  await page.goto(address('graph'))
  await page.getByText('Drag to move').waitFor()
  expect(workers).toBe(1)
  // All of it is in the list, of which only what is seen is made.
  const rows = page.getByRole('list', { name: 'Notes by links' }).getByRole('listitem')
  expect(await rows.first().getAttribute('aria-setsize')).toBe(String(count))
  expect(await rows.count()).toBeLessThan(100)
  await page.reload()
  await page.getByText('Drag to move').waitFor()
  expect(workers).toBe(1)
  expect(wrongs).toEqual([])
})

test('the graph is looked at, a way is found, and all of it stands in the list and the address', async () => {
  const { page, wrongs } = await served().signedIn()
  await page.goto(address('graph?note=near/Start.md&hops=2'))
  await page.getByText('Drag to move').waitFor()
  expect(await page.locator('.graph canvas').count()).toBeGreaterThan(0)
  await expectUsable(page, 'graph')
  const list = page.getByRole('list', { name: 'Notes by links' })
  await list.getByRole('link', { name: 'End', exact: true }).waitFor()
  await list.getByRole('button', { name: 'Look at Start' }).click()
  await page.getByRole('heading', { name: 'Start', level: 2 }).waitFor()
  await page.getByLabel('Way to').fill('near/End.md')
  await page.getByRole('heading', { name: 'Way along links' }).waitFor()
  const way = page.getByRole('region', { name: 'Way along links' }).getByRole('link')
  expect(await way.allTextContents()).toEqual(['Start', 'Middle', 'End'])
  await expectUsable(page, 'way')
  await page.goBack()
  await page.getByRole('heading', { name: 'Way along links' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Start', level: 2 }).waitFor()
  // A title is text.
  expect(await page.getByText(hostile).count()).toBeGreaterThan(0)
  expect(await page.locator('main img').count()).toBe(0)
  await page.goto(address('graph'))
  await page.getByText('Drag to move').waitFor()
  expect(wrongs).toEqual([])
})

test('without WebGL 2 the list says the same, at 320 pixels and in the dark too', async () => {
  const { page, wrongs } = await served().signedIn({ width: 320, isDark: true })
  await page.goto(address('graph?note=near/Start.md'))
  await page.getByText('Drag to move').waitFor()
  await expectUsable(page, 'graph at 320 pixels')
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.reload()
  await page.getByText('draws no graphs').waitFor()
  await page.getByRole('button', { name: 'Look at Middle' }).click()
  await page.getByRole('heading', { name: 'Middle', level: 2 }).waitFor()
  await expectUsable(page, 'graph without WebGL')
  expect(wrongs).toEqual([])
})

test('a hit that was chosen is chosen again on the way back, where one had scrolled', async () => {
  const { page, wrongs } = await served().signedIn()
  await page.goto(address('?q=tides'))
  await page.getByText(/\d+ found/).waitFor()
  const box = page.getByRole('combobox', { name: 'What are you looking for?' })
  for (let step = 0; step < 4; step += 1) await box.press('ArrowDown')
  const chosen = page.locator('[cmdk-item][aria-selected="true"]')
  const before = await chosen.textContent()
  await box.press('Enter')
  await page.locator('.title').filter({ hasNotText: 'Find' }).waitFor()
  await page.goBack()
  await expect.poll(async () => await chosen.textContent()).toBe(before)
  await page.getByText('Filters').click()
  await page.getByLabel('Until', { exact: true }).fill('1990-01-01')
  await page.getByLabel('Until', { exact: true }).press('Enter')
  await page.getByText('Nothing fits “tides”.').waitFor()
  expect(new URL(page.url()).searchParams.get('until')).toBe('1990-01-01')
  await page.goto(address('notes'))
  const rows = page.getByRole('list', { name: 'Notes' }).getByRole('link')
  await rows.first().waitFor()
  await page.evaluate(() => scrollTo(0, 150))
  await expect.poll(async () => await page.evaluate(() => scrollY)).toBe(150)
  await rows.nth(4).click()
  await page.getByRole('article').waitFor()
  await page.goBack()
  await rows.first().waitFor()
  await expect.poll(async () => await page.evaluate(() => scrollY)).toBe(150)
  expect(wrongs).toEqual([])
})

test('where nothing hovers a button shows the beginning of a note', async () => {
  const { page, wrongs } = await served().signedIn({ isTouch: true })
  await page.goto(address('note/near/Start.md'))
  await page.getByRole('button', { name: 'Preview Middle' }).tap()
  await page.locator('.preview').waitFor()
  await expectUsable(page, 'preview')
  expect(wrongs).toEqual([])
})

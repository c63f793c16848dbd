import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectUsable } from './browser.ts'
import { type LibrarySite, makeLibrarySpace, startLibrarySite } from './library-site.ts'
import { type OddSite, sendJson, sourceEntry, startOddSite } from './odd-site.ts'
import { runJson } from './one-process.ts'
import { expectFitting, useOpenPageOfNew } from './page-browser.ts'
import { trustAll } from './trust-all.ts'

const topic = "Smeaton's Eddystone lighthouse"
let site: LibrarySite | undefined
let odd: OddSite | undefined
let isHanging = false
const own = "The light of Smeaton's Eddystone lighthouse came from 24 candles."
beforeAll(async () => {
  site = await startLibrarySite()
  odd = await startOddSite(({ response }) => {
    if (!isHanging) sendJson(response, { results: [] })
  })
})
const open = useOpenPageOfNew(async (root) => {
  const more = sourceEntry('odd', { url: `${odd?.url}/odd?q={query}` })
  await makeLibrarySpace(root, { port: site?.port ?? 0, texts: join(root, '../texts'), more })
  const hosts = [`127.0.0.1:${site?.port}`, `localhost:${site?.port}`, `127.0.0.1:${odd?.port}`]
  const local = { network: { web_sources: false, allow_private: hosts }, search: { timeout_ms: 60_000 } }
  await writeFile(join(root, '.datacore/settings.local.yaml'), JSON.stringify(local))
  await writeFile(join(root, 'Lamp.md'), `# Lamp\n\n${own}\n`)
  await trustAll(root)
  await runJson(['index'], { cwd: root })
})
afterAll(async () => {
  await Promise.all([site?.[Symbol.asyncDispose](), odd?.[Symbol.asyncDispose]()])
})

test('research is planned, begun, survives its tab, and each quotation opens where it stands', async () => {
  const { page, context, wrongs } = await open().signedIn()
  await page.goto(`${open().origin}/app/research`)
  await page.getByText('Nothing was researched yet.').waitFor()
  await page.getByRole('textbox', { name: 'What do you want to know?' }).fill(topic)
  await page.getByLabel('Podcast too').check()
  const before = odd?.asked.length
  await page.getByRole('button', { name: 'Show what it would take' }).click()
  await page.getByText(/lighthouse-library/).waitFor()
  await page.getByText(/^\$0\.000/).waitFor()
  await expectUsable(page, 'research before it begins')
  expect(odd?.asked.length).toBe(before)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByRole('list', { name: 'Steps' }).waitFor()
  await page.close()
  const tab = await context.newPage()
  await tab.goto(await open().anotherLink())
  await tab.getByRole('link', { name: 'Research', exact: true }).click()
  // Its steps are said again, from the first.
  await tab
    .getByRole('list', { name: 'Steps' })
    .getByText(/discover/)
    .first()
    .waitFor()
  await tab.locator('.notice').getByRole('link', { name: topic }).click()
  const agreed = tab.getByRole('list', { name: 'What sources agree on' }).getByRole('listitem')
  await agreed.filter({ hasText: '24 candles' }).getByText('cited').first().waitFor()
  expect(await tab.locator('.pair').first().getByRole('figure').count()).toBe(2)
  await expectUsable(tab, 'report')
  const claim = agreed.filter({ hasText: '24 candles' }).first()
  await claim
    .getByRole('link', { name: /^Quotation/ })
    .first()
    .click()
  await tab.getByText('It stands here word for word.').waitFor()
  const mark = tab.locator('mark')
  expect(await mark.evaluate((one) => [document.activeElement === one, one.textContent?.includes('candles')])).toEqual([
    true,
    true,
  ])
  await expect.poll(async () => await mark.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true)
  // The address alone leads there too.
  await tab.reload()
  await tab.getByText('It stands here word for word.').waitFor()
  await expectUsable(tab, 'passage')
  await tab.goBack()
  await tab.getByText('Transcript').click()
  await tab.getByText(/Today we talk about/).waitFor()
  await tab.getByRole('button', { name: 'Load the sound' }).click()
  const sound = tab.locator('audio')
  await expect.poll(async () => await sound.evaluate((one: HTMLAudioElement) => one.duration > 5)).toBe(true)
  await expectUsable(tab, 'report with its podcast')
  expect(wrongs).toEqual([])
})

test('a quotation of a note that was changed since is said to have moved, or shown as it was read', async () => {
  const { page, wrongs } = await open().signedIn()
  const { runs } = (await runJson(['research', 'list'], { cwd: open().root })) as { runs: readonly { id: string }[] }
  const run = `${open().origin}/app/research/${runs[0]?.id}`
  await page.goto(run)
  const yours = page.getByText('Your notes say so too:').first()
  await yours
    .getByRole('link', { name: /^Quotation/ })
    .first()
    .click()
  await page.getByText('It stands here word for word.').waitFor()
  const url = page.url()
  const file = join(open().root, 'Lamp.md')
  await writeFile(file, `# Lamp\n\n<script>alert(1)</script>\n\n${(await readFile(file, 'utf8')).slice(7)}`)
  await page.goto(url)
  await page.getByText('The note was changed since: the text was moved.').waitFor()
  await expectUsable(page, 'moved passage')
  await page.getByRole('link', { name: /^Open the note at line/ }).click()
  await expect.poll(async () => await page.locator('.target').textContent()).toContain(own)
  await writeFile(file, '# Lamp\n\nNobody knows.\n')
  await page.goto(url)
  await page.getByText('It no longer stands in its source as it is now.').waitFor()
  expect(await page.locator('mark').textContent()).toContain(own)
  expect(wrongs).toEqual([])
})

test('what hangs is said to be stalled, is stopped at the server before its first word, and gone on with', async () => {
  isHanging = true
  const { page, wrongs } = await open().signedIn()
  await page.clock.install()
  await page.goto(`${open().origin}/app/research`)
  await page.getByRole('textbox', { name: 'What do you want to know?' }).fill('lime that sets under water')
  await page.getByRole('button', { name: 'Show what it would take' }).click()
  const asked = odd?.asked.length ?? 0
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await expect.poll(() => (odd?.asked.length ?? 0) > asked).toBe(true)
  await page.clock.fastForward(60_000)
  await page.getByText(/^Nothing was heard since/).waitFor()
  await expectUsable(page, 'stalled research')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('It was stopped.').waitFor()
  const row = page.getByRole('list', { name: 'Research so far' }).getByRole('listitem').filter({ hasText: 'lime' })
  await row.getByText('interrupted', { exact: true }).waitFor()
  isHanging = false
  await row.getByRole('button', { name: 'Go on with it' }).click()
  await page.locator('.notice').getByRole('link', { name: /lime/ }).click()
  await page.getByRole('heading', { name: 'Sources' }).waitFor()
  const run = page.url().split('/app/')[1] ?? ''
  expect(wrongs).toEqual([])
  await expectFitting(open(), ['research', run])
})

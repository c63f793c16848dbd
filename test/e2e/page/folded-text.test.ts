import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectUsable } from '../browser.ts'
import { runJson } from '../one-process.ts'
import { useOpenPageOfNew } from '../page-browser.ts'

const note = '0-personal/3-knowledge/literature/the-harbour-of-sellow.md'
const order = `<img src=x onerror="document.title='ran'"> <details open ontoggle="document.title='ran'">`
const rows = Array.from(
  { length: 1500 },
  (_, row) => `- In the year ${row} the harbour was closed on ${row % 90} days.`,
)
const text = `The harbour of Sellow

The harbour of Sellow has three gates, which close before a storm arrives from the north.

${order}

${rows.join('\n')}

The Quendelbach treaty of 1911 says who pays for the three gates of the harbour.
`

const open = useOpenPageOfNew(async (root) => {
  const cwd = { cwd: root }
  await runJson(['init'], cwd)
  await writeFile(join(root, '.datacore/settings.yaml'), 'ingest: { text: folded }\n')
  await writeFile(join(root, '../sellow.txt'), text)
  await runJson(['ingest', '../sellow.txt'], cwd)
})

test('a text that is kept in its note is shown folded, opens without a script, and is there in print and for search', async () => {
  const { page, wrongs } = await open().signedIn()
  const { origin, root } = open()
  await page.goto(`${origin}/app/note/${note}`)
  const folded = page.locator('details.callout')
  const title = folded.locator('summary').first()
  await title.waitFor()
  const first = folded.getByText('which close before a storm').first()
  expect(await first.isVisible()).toBe(false)
  await expectUsable(page, 'folded text')
  await title.focus()
  await page.keyboard.press('Enter')
  await first.waitFor()
  expect(await folded.first().textContent()).toContain(order)
  await title.click()
  await expect.poll(async () => await first.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => await first.evaluate((one) => one.checkVisibility())).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  await page.goto(`${origin}/app/?q=Quendelbach+treaty`)
  await page
    .getByRole('option', { name: /Sellow/ })
    .first()
    .click()
  await page.getByRole('article').getByText('Quendelbach treaty').filter({ visible: true }).waitFor()

  const lines = (await readFile(join(root, note), 'utf8')).split('\n')
  const wanted = lines.findIndex((line) => line.includes('Quendelbach') && line.startsWith('> ')) + 1
  await page.goto(`${origin}/app/note/${note}?line=${wanted}`)
  await page.locator('.target', { hasText: 'Quendelbach treaty' }).filter({ visible: true }).waitFor()
  // What stands before it lies in a part of its own, and is the same callout.
  expect(await folded.first().locator('summary').textContent()).toBe('As it was read')
  expect(await page.title()).toContain('Sellow')
  expect(wrongs).toEqual([])
})

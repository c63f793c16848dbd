import { expect, test } from 'vitest'
import { useServedPage } from './served-page.ts'

const served = useServedPage(async () => {})

test('on a machine that lost its network the page shows its space and changes it all the same', async () => {
  const { page, wrongs } = await served().signedIn()
  await page.goto(`${served().origin}/app/agents`)
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByRole('link', { name: 'Notes', exact: true }).click()
  await page.getByText(/\d+ notes/).waitFor()
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title').fill('Written without a network')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Editing Written without a network' }).waitFor()
  expect(wrongs).toEqual([])
})

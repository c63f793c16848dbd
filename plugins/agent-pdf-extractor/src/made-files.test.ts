import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentOf, pdf } from './__fixtures__/extract-sample.ts'

test('the words of a page that Chromium printed come out in order, with their headings', async () => {
  const bytes = await readFile(join(import.meta.dirname, '__fixtures__/made/eddystone.pdf'))
  const { title, text } = await documentOf(pdf(bytes, 'eddystone.pdf'))
  expect(title).toBe('The four lights of the Eddystone')
  expect(text).toMatchInlineSnapshot(`
    "All pages

    # The four lights of the Eddystone

    The Eddystone is a reef of red gneiss some fourteen miles south-west of Plymouth, and most of it is under water at high tide. Four lighthouses have stood on it, each built because the one before was lost or had become unsafe.

    Henry Winstanley, a showman from Essex, first showed a light there on 14 November 1698. His wooden tower was swept away in the great storm of November 1703, and Winstanley, who had come to repair it, was lost with it. John Rudyerd, a silk merchant, built the second tower of oak and granite. It stood for 47 years and burned down in December 1755.

    ## The tower of stone

    John Smeaton built the third tower between 1756 and 1759. He shaped it like the trunk of an oak, wide at the foot and curving inwards, so that the waves would spend themselves on the base. Each block of granite was dovetailed into its neighbours and into the rock itself. The light of Smeaton’s Eddystone lighthouse came from 24 candles. It was first shown on 16 October 1759.

    By 1877 the sea had hollowed out the rock under the tower, which shook in every gale. James Douglass finished the fourth tower on a neighbouring rock in 1882. It is 49 metres high and is still in use.

    CC0, see SOURCE.md. Made for the tour of datacortex."
  `)
})

import { type PlacedText, writePdf } from './write-pdf.ts'

/** Lines below each other, from `y` downwards. */
function column(lines: readonly string[], at: Omit<PlacedText, 'text'>): readonly PlacedText[] {
  return lines.map((text, index) => ({ ...at, text, y: at.y - index * (at.size ?? 10) * 1.2 }))
}

/** Two columns below a title, a table, heads, notes and broken words, on three pages. */
export function samplePaper(): Uint8Array {
  const foot = (page: number): readonly PlacedText[] => [
    { text: 'Journal of Tides, vol. 3', x: 72, y: 760, size: 8 },
    { text: String(page), x: 300, y: 30, size: 8 },
  ]
  return writePdf({
    info: {
      Title: 'Microsoft Word - tides_final.doc',
      Author: 'Ada Marsh; Ben Shore',
      CreationDate: "D:20240506120000+02'00'",
    },
    pages: [
      [
        ...foot(11),
        { text: 'How the Moon Raises', x: 150, y: 700, size: 20, bold: true },
        { text: 'the Tides of the Sea', x: 150, y: 676, size: 20, bold: true },
        { text: 'doi:10.1234/Tides.2024.7 and arXiv:2405.01234v2', x: 72, y: 640 },
        { text: '1. Introduction', x: 72, y: 610, size: 13, bold: true },
        ...column(
          [
            'The water of the sea rises and falls twice a day, and the gravi-',
            'tation of the moon is the reason that we know. Where gravitation',
            'pulls the water up, a spring tide of well-',
            'known height follows, see the note',
          ],
          { x: 72, y: 590 },
        ),
        { text: '7', x: 232, y: 558, size: 6 },
        { text: 'of the keeper.', x: 240, y: 554 },
        ...column(
          [
            'Neap tides come a week later; the sun then pulls the water at',
            'a right angle. A well-known table of heights is below.',
          ],
          { x: 330, y: 590 },
        ),
      ],
      [
        ...foot(12),
        { text: '2. Heights', x: 72, y: 700, size: 13, bold: true },
        ...[
          ['Port', 'Spring', 'Neap'],
          ['Cuxhaven', '3.3 m', '2.5 m'],
          ['Saint-Malo', '12.2 m', '6.0 m'],
          ['Trieste | Old', '0.9 m', '0.4 m'],
        ].flatMap((row, index) =>
          row.map((text, at): PlacedText => ({ text, x: [72, 200, 300][at] ?? 0, y: 670 - index * 14 })),
        ),
        ...column(['• high water at noon', '• low water at six, which is', '  the better time for mussels'], {
          x: 72,
          y: 590,
        }),
      ],
      [
        ...foot(13),
        ...column(
          ['What follows from all this is that the moon is', 'watched by those who sail. # of boats: <b>7</b>'],
          { x: 72, y: 700 },
        ),
      ],
    ],
  })
}

/** Pages that are pictures. */
export function sampleScan(): Uint8Array {
  return writePdf({ pages: [[{ text: 'Scan 1', x: 10, y: 10 }], []], hasImage: true })
}

/** One page with a sentence. */
export function sampleNote(texts: readonly PlacedText[] = []): Uint8Array {
  return writePdf({
    pages: [[{ text: 'Buy oats, and look at the tide table before the walk.', x: 72, y: 700 }, ...texts]],
  })
}

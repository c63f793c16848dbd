import { describe, expect, test } from 'vitest'
import type { Claim } from './claim.ts'
import { clusterClaims, findConflicts, findLocalConflicts } from './cluster-claims.ts'
import { plainMarkdown, statementComparer } from '@datacortex/knowledge-extractor/text'
import { extractClaims } from './extract-claims.ts'
import { readClaim } from './read-claim.ts'

const claim = (text: string, sourceId = 's', paragraph = text): Claim =>
  readClaim({ sourceId, text, start: 0, end: text.length, score: 0.5, paragraph })
const background = [
  claim('Bread is baked from rye flour in the lowlands.'),
  claim('A violin was repaired in secret long ago.'),
]
const relation = (a: string, b: string, meaning?: number): string => {
  const [x, y] = [claim(a), claim(b)]
  return statementComparer([x, y, ...background], { meaning: () => meaning })(x, y)
}

const compare = (a: Claim, b: Claim): ReturnType<ReturnType<typeof statementComparer>> =>
  statementComparer([a, b, claim('Bread is baked from rye flour.'), claim('A violin was repaired.')])(a, b)

describe('extractClaims', () => {
  const text =
    '# Tides\n\nThe turbine in the harbour supplies four hundred homes with power from the tide. It was late.\n\nDo turbines hurt seals? Cookies help us.\n\nA [camera](https://c.example/x) has seen **two seals** near the tidal turbine since March. See https://doi.org/10.1000/abc for the counts of the seals.\n\n| a | b |\n| - | - |\n| 1 | 2 |'

  test('gives sentences of the text with their offsets, those about the topic first', () => {
    const claims = extractClaims({ sourceId: 's', text }, { topic: 'harbour turbine homes', limit: 5 })
    for (const { start, end, text: words } of claims) expect(text.slice(start, end)).toBe(words)
    expect(claims[0]?.plain).toBe('The turbine in the harbour supplies four hundred homes with power from the tide.')
    expect(claims.map(({ plain }) => plain).join(' ')).not.toContain('hurt seals')
  })

  test('knows what the paragraph of a claim cites', () => {
    const claims = extractClaims({ sourceId: 's', text }, { topic: 'camera seals', limit: 5 })
    expect(claims[0]?.plain).toBe('A camera has seen two seals near the tidal turbine since March.')
    expect(claims[0]?.cites).toEqual([
      'doi:10.1000/abc',
      'link:https://c.example/x',
      'link:https://doi.org/10.1000/abc',
    ])
  })

  test('finds nothing in nothing', () => {
    for (const empty of ['', ' \n\n ', '# Only a heading', '```\ncode of some length that is not prose.\n```']) {
      expect(extractClaims({ sourceId: 's', text: empty }, { topic: 'tide', limit: 5 })).toEqual([])
    }
    expect(extractClaims({ sourceId: 's', text }, { topic: '', limit: 2 })).toHaveLength(2)
  })
})

describe('statementComparer', () => {
  test.each([
    [
      'The turbine supplies about 400 homes with electricity.',
      'Electricity for 400 homes comes from the turbine.',
      'same',
    ],
    ['Naps improved motor speed by 9% in older adults.', 'In older adults, naps improved motor speed by 9 %.', 'same'],
    [
      'Naps improved motor speed by 9% in older adults.',
      'Naps improved motor speed by 14% in older adults.',
      'contradicts-number',
    ],
    [
      'Naps improve the motor speed of older adults.',
      'Naps do not improve the motor speed of older adults.',
      'contradicts-negation',
    ],
    ['Naps improve the motor speed of older adults.', 'The harbour council raised a levy on moorings.', 'other'],
    ['The turbine of Sellow opened in 2019.', 'The turbine of Sellow opened in 2021.', 'contradicts-number'],
    ['The turbine of Sellow opened in 2019.', 'In 2019 the turbine of Sellow was opened.', 'same'],
    ['The turbine of Sellow opened in the 1960s.', 'The turbine of Sellow opened in 1968.', 'same'],
    ['The turbine of Sellow opened in the 1960s.', 'The turbine of Sellow opened in 1958.', 'contradicts-number'],
    ['The half-life of caffeine is eight hours.', 'Caffeine has a half-life of five hours.', 'contradicts-number'],
    ['The half-life of caffeine is eight hours.', 'Caffeine has a half-life of 5 hours.', 'contradicts-number'],
    ['The half-life of caffeine is five hours.', 'Caffeine has a half-life of about 5 hours.', 'same'],
    [
      'Koffein hat eine Halbwertszeit von acht Stunden.',
      'Die Halbwertszeit von Koffein ist 5 Stunden.',
      'contradicts-number',
    ],
    ['The half-life of caffeine is five to six hours.', 'Caffeine has a half-life of 5 hours.', 'same'],
    ['The half-life of caffeine is between 4 and 8 hours.', 'Caffeine has a half-life of five hours.', 'same'],
    ['The half-life of caffeine is five to six hours.', 'Caffeine has a half-life of 9 hours.', 'contradicts-number'],
    ['The bridge of Sellow has nine arches.', 'The bridge of Sellow has seven arches.', 'contradicts-number'],
    ['The bridge of Sellow has one arch.', 'The bridge of Sellow has seven arches.', 'contradicts-number'],
    [
      'The mill was built by twelve masons from Kent.',
      'The mill was built by forty masons from Kent.',
      'contradicts-number',
    ],
    ['The city lost twenty percent of its trees.', 'The city lost 60 % of its trees.', 'contradicts-number'],
    [
      'Half of the patients recovered within a month.',
      'A third of the patients recovered within a month.',
      'contradicts-number',
    ],
    ['A third of the patients recovered within a month.', 'Within a month 33 % of the patients recovered.', 'same'],
    ['Der Turm ist 1.200 Meter hoch.', 'Der Turm ist 1200 Meter hoch.', 'same'],
    [
      'The council rejected the plan for the mill.',
      'The council approved the plan for the mill.',
      'contradicts-negation',
    ],
    [
      'Coffee shortens deep sleep in habitual drinkers.',
      'Coffee does not shorten deep sleep in habitual drinkers.',
      'contradicts-negation',
    ],
    ['Le pont n’est plus ouvert aux voitures.', 'Le pont est ouvert aux voitures.', 'contradicts-negation'],
    ['Le moulin ne tourne pas la nuit.', 'Le moulin tourne la nuit.', 'contradicts-negation'],
    ['In 1406 the palace was begun by masons.', 'In 1408 the palace was begun by masons.', 'contradicts-number'],
    ['The mill of Sellow was built 1931 to 1936.', 'The mill of Sellow was built 1931 to 1940.', 'other'],
    ['In 2019 the mill of Sellow had 40 looms.', 'In 2021 the mill of Sellow had 40 looms.', 'other'],
    ['The mill of Sellow owns 1,800 looms.', 'The mill of Sellow owns 1,950 looms.', 'contradicts-number'],
    [
      'The harbour bridge of Sellow opened in 1936.',
      'The harbour bridge of Sellow is no longer open to cars.',
      'other',
    ],
    [
      'The harbour bridge of Sellow is open to cars.',
      'The harbour bridge of Sellow is no longer open to cars.',
      'contradicts-negation',
    ],
  ])('%s | %s: %s', (a, b, expected) => {
    expect(relation(a, b)).toBe(expected)
    expect(relation(b, a)).toBe(expected)
  })

  test('takes a clause that names nobody for one about what its sentence names', () => {
    // Among many other statements, the few words that both have weigh much.
    const others = Array.from({ length: 30 }, (_, place) =>
      claim(`Keeper k${place}x of tower t${place}x carried parcel p${place}x along corridor c${place}x.`),
    )
    const among = (a: string, b: string): string => {
      const [x, y] = [claim(a), claim(b)]
      return statementComparer([x, y, ...others])(x, y)
    }
    const clause = 'most of it is under water at high tide.'
    const other = 'The Bell Rock off Arbroath is covered by twelve feet of water at high tide.'
    const elsewhere = `The Eddystone is a reef of red gneiss south-west of Plymouth, and ${clause}`
    expect(among(elsewhere, other)).toBe('other')
    expect(among(other, elsewhere)).toBe('other')
    expect(among(`The Bell Rock is a reef of red gneiss off Arbroath, and ${clause}`, other)).toBe('same')
    expect(among(`The rock is a reef of red gneiss off the coast, and ${clause}`, other)).toBe('same')
    expect(among('Most of the rock is under water at high tide, Ada Lovelace wrote.', other)).toBe('same')
  })

  test('lets meaning decide where words are near, never where numbers differ', () => {
    const [a, b] = ['The turbine gives power to the island homes.', 'Island homes get electricity thanks to a rotor.']
    expect(relation(a, b)).toBe('other')
    expect(
      relation(
        'Power for 9 % of island homes comes from the rotor.',
        'Power for 12 % of island homes comes from the rotor.',
        1,
      ),
    ).toBe('contradicts-number')
  })
})

describe('clusterClaims and findConflicts', () => {
  const a = claim('The turbine supplies about 400 homes with electricity.', 'a')
  const b = claim('Electricity for 400 homes comes from the turbine.', 'b')
  const c = claim('The turbine supplies about 250 homes with electricity.', 'c')

  test('put claims of several sources together, in any order', () => {
    const comparer = statementComparer([a, b, c])
    const clusters = clusterClaims([c, b, a], comparer)
    expect(clusters.map(({ claims }) => claims.map(({ sourceId }) => sourceId))).toEqual([['a', 'b'], ['c']])
    expect(clusterClaims([a, b, c], comparer)).toEqual(clusters)
    expect(clusterClaims([], comparer)).toEqual([])
  })

  test('show both sides of a contradiction, and none within a source', () => {
    const conflictsOf = (...claims: readonly Claim[]): ReturnType<typeof findConflicts> =>
      findConflicts(claims, { compare, clusters: clusterClaims(claims, compare) })
    expect(conflictsOf(c, a)).toEqual([{ kind: 'number', a, b: c }])
    expect(conflictsOf(a, { ...c, sourceId: 'a' })).toEqual([])
    expect(conflictsOf(a, c, { ...c, start: 90 }, { ...c, sourceId: 'd' })).toHaveLength(1)
  })

  test('show what two sources have against each other in several statements, three at most', () => {
    const facts = (homes: number, seals: number, metres: number, staff: number, sourceId: string): readonly Claim[] => [
      claim(`The turbine supplies ${homes} homes with electricity.`, sourceId),
      claim(`The mayor counted ${seals} seals behind the barrage.`, sourceId),
      claim(`The quay of the harbour is ${metres} metres long.`, sourceId),
      claim(`The council pays ${staff} people for the repairs.`, sourceId),
    ]
    const claims = [...facts(400, 20, 90, 12, 'a'), ...facts(250, 31, 75, 19, 'b')]
    const comparer = statementComparer([...claims, ...background])
    const clusters = clusterClaims(claims, comparer)
    const found = findConflicts(claims, { compare: comparer, clusters })
    expect(found).toHaveLength(3)
    expect(new Set(found.map((one) => one.a)).size).toBe(3)
  })

  test('show one contradiction for each statement of a note', () => {
    const note = { ...c, sourceId: 'local:n.md' }
    const comparer = statementComparer([a, b, note, c])
    const clusters = clusterClaims([a, b], comparer)
    expect(findLocalConflicts([a, b], { notes: [note, { ...note, start: 90 }], compare: comparer, clusters })).toEqual([
      { kind: 'number', a, b: note },
    ])
  })
})

test('plainMarkdown reads as a reader does', () => {
  expect(
    plainMarkdown('> **Two** [seals](https://a.example/x_(y)) in `code`[^1], [[note|a note]] and snake_case_name'),
  ).toBe('Two seals) in code, a note and snake_case_name')
  expect(plainMarkdown('- 2 * 3 * 4 is 24 \\[sic\\]')).toBe('2 * 3 * 4 is 24 [sic]')
})

test('a claim is found behind what could begin a link, an emphasis or code without end', () => {
  const claim = 'It supplies 400 homes of Sellow with electricity since March of this year.'
  for (const mark of ['[', '![', '*a ', '_', '`', '[[']) {
    const text = `A ${mark.repeat(1000)} b. ${claim}`
    const found = extractClaims({ sourceId: 'a', text }, { topic: 'homes of Sellow', limit: 5 })
    expect(
      found.map((one) => one.text),
      mark,
    ).toEqual([claim])
  }
})

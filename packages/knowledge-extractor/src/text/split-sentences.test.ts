import { expect, test } from 'vitest'
import { splitSentences } from './split-sentences.ts'

test.each<readonly [string, readonly string[]]>([
  ['Dr. Lee met Prof. Kim. They spoke.', ['Dr. Lee met Prof. Kim.', 'They spoke.']],
  ['See Fig. 3 for it. Next one.', ['See Fig. 3 for it.', 'Next one.']],
  ['Smith et al. Nature of Things, 2001. Done.', ['Smith et al. Nature of Things, 2001.', 'Done.']],
  ['We met at 5 p.m. The room was cold.', ['We met at 5 p.m.', 'The room was cold.']],
  ['We met at 5 p.m. Tuesday. Then we left.', ['We met at 5 p.m. Tuesday.', 'Then we left.']],
  ['It is No. 4 here. No. That is wrong.', ['It is No. 4 here.', 'No.', 'That is wrong.']],
  ['J. R. R. Tolkien wrote. It sold.', ['J. R. R. Tolkien wrote.', 'It sold.']],
  ['Use it, e.g. Paris, i.e. France. Good.', ['Use it, e.g. Paris, i.e. France.', 'Good.']],
  ['Am 3. Mai kam er. Es war z. B. Montag.', ['Am 3. Mai kam er.', 'Es war z. B. Montag.']],
  ['Im 15. Jh. ließ Sultan Kait-Bay bauen. Gut.', ['Im 15. Jh. ließ Sultan Kait-Bay bauen.', 'Gut.']],
  ['Er stammt aus dem 15. Jh. Der Turm ist hoch.', ['Er stammt aus dem 15. Jh.', 'Der Turm ist hoch.']],
  ['Der 2. Weltkrieg endete. Vom 3. Stock fiel es.', ['Der 2. Weltkrieg endete.', 'Vom 3. Stock fiel es.']],
  ['Er kam am 5. Sie ging am Tag danach.', ['Er kam am 5.', 'Sie ging am Tag danach.']],
  ['It ended 5. Tigers won.', ['It ended 5.', 'Tigers won.']],
  ['It grew 1.5 percent. And then?', ['It grew 1.5 percent.', 'And then?']],
  ['She said “Go.” He went.', ['She said “Go.”', 'He went.']],
  ['The year was 1999. Nobody knew.', ['The year was 1999.', 'Nobody knew.']],
  ['潮は満ちる。月は丸い。', ['潮は満ちる。', '月は丸い。']],
  ['One line\nwrapped here. Two.', ['One line\nwrapped here.', 'Two.']],
  [
    'Look at the [page](https://a.example/A/?snr=1_5), it lists all. See [Other](https://a.example/x?y=1.2&z=Hello).',
    [
      'Look at the [page](https://a.example/A/?snr=1_5), it lists all.',
      'See [Other](https://a.example/x?y=1.2&z=Hello).',
    ],
  ],
  [
    'Ask https://a.example/?Q=What!Now.Then or <https://b.example/?A=1>. Done.',
    ['Ask https://a.example/?Q=What!Now.Then or <https://b.example/?A=1>.', 'Done.'],
  ],
  [
    'See [a](https://a.example/A_(b)?C "Is it? Yes.") there. Go.',
    ['See [a](https://a.example/A_(b)?C "Is it? Yes.") there.', 'Go.'],
  ],
  ['Read [Who? We. Us](/about) first. Go.', ['Read [Who? We. Us](/about) first.', 'Go.']],
  [
    'It rose. [Is it high?](https://a.example/?A) It is.',
    ['It rose.', '[Is it high?](https://a.example/?A)', 'It is.'],
  ],
  ['Then [Apple Inc.](/Apple_Inc.) Shares fell. It did.', ['Then [Apple Inc.](/Apple_Inc.) Shares fell.', 'It did.']],
  ['See [![A. B.](/a?B.png)](/c?D. E) here. Go.', ['See [![A. B.](/a?B.png)](/c?D. E) here.', 'Go.']],
  ['Yes?No! Go.', ['Yes?No!', 'Go.']],
  ['満ちる？丸い！月[月。日](/a？b)は。次', ['満ちる？', '丸い！', '月[月。日](/a？b)は。', '次']],
])('splits %j', (text, sentences) => {
  const found = splitSentences(text)
  expect(found.map((sentence) => sentence.text)).toEqual(sentences)
  for (const { text: words, start, end } of found) expect(text.slice(start, end)).toBe(words)
})

test('headings, tables, rules and code have no sentences; items of lists have their own', () => {
  const text = [
    '# A heading. Really.',
    '',
    'First paragraph. Still it.',
    '- an item',
    '- another. With two.',
    '> quoted words.',
    '| a | b. |',
    '```js',
    'code. More code.',
    '```',
    '---',
    'End without a stop',
  ].join('\n')
  const sentences = splitSentences(text)
  expect(sentences.map((sentence) => sentence.text)).toEqual([
    'First paragraph.',
    'Still it.',
    'an item',
    'another.',
    'With two.',
    'quoted words.',
    'End without a stop',
  ])
  for (const { text: words, start, end } of sentences) expect(text.slice(start, end)).toBe(words)
  expect(sentences.map(({ paragraph }) => paragraph)).toEqual([0, 0, 1, 2, 2, 3, 4])
})

test('the title of a callout is a heading, what stands in it is prose', () => {
  const text =
    '> [!info] Box. Small.\n> Copper roofs turn green.\n> They last.\n\n> [!quote]- Sum\n> > [!tip|x]+\n> > Zinc does not.'
  expect(splitSentences(text).map((sentence) => sentence.text)).toEqual([
    'Copper roofs turn green.',
    'They last.',
    'Zinc does not.',
  ])
})

test('boxes of tasks are no prose, nor are the indented lines they are wrapped to; links and what follows are', () => {
  const text = [
    'The roof leaks.',
    '- [ ] Ask three installers',
    '  for offers. By Monday.',
    '- [x] Measure the roof.',
    '  1. [X] Its ridge.',
    '* [-] Paint it.',
    '- It is old.',
    '- [x](/x) marks the spot.',
    '- [ ]',
    '',
    'A paragraph. [ ] It has a box.',
    '> - [ ] Call Anna.',
    '>   Soon.',
    '> She knows.',
    '',
    '- [ ] Call Tom.',
    '> Quoted.',
    '- [ ] Call Eve.',
    'She answers.',
    '- [ ] Call Eve again.',
    '```',
    '```',
    'End.',
  ].join('\n')
  expect(splitSentences(text).map((sentence) => sentence.text)).toEqual([
    'The roof leaks.',
    'It is old.',
    '[x](/x) marks the spot.',
    'A paragraph.',
    '[ ] It has a box.',
    'She knows.',
    'Quoted.',
    'She answers.',
    'End.',
  ])
})

test('a rule of millions of signs is no sentence', () => {
  expect(splitSentences('* '.repeat(4_000_000))).toEqual([])
})

test('an open fence runs to the end', () => {
  expect(splitSentences('```\ncode. x.\n')).toEqual([])
})

test.each([
  ['**Tides rise. They fall.** Ships wait.', ['Tides rise.', 'They fall.', 'Ships wait.']],
  ['Ask **Dr.** Lee. *It rained.* It stopped.', ['Ask **Dr.** Lee.', '*It rained.*', 'It stopped.']],
  ['**Tides** rise. *They* fall.', ['**Tides** rise.', '*They* fall.']],
  ['It costs 3 * 4 crowns.', ['It costs 3 * 4 crowns.']],
  ['[A boat at sea.](https://example.org/a.png?w=1) The boat is old.', ['The boat is old.']],
  ['[A boat](https://example.org/a.jpg) [A pier.](/b.webp)', []],
  ['[A boat](https://example.org/a) is old.', ['[A boat](https://example.org/a) is old.']],
])('marks that are cut in two and pictures are no part of a sentence: %j', (text, expected) => {
  const sentences = splitSentences(text)
  expect(sentences.map((sentence) => sentence.text)).toEqual(expected)
  for (const { text: words, start, end } of sentences) expect(text.slice(start, end)).toBe(words)
})

import { expect, test } from 'vitest'
import { thrownText } from './thrown-text.ts'

const unreadable = 'something that can not be read'

test.each([
  [new Error('no moon'), 'no moon'],
  [new TypeError(''), 'TypeError'],
  [{ code: 'E_TIDE', message: 'no moon' }, 'no moon'],
  [{ odd: 1 }, '{"odd":1}'],
  ['no moon', 'no moon'],
  ['', 'an empty text'],
  [undefined, 'undefined'],
  [null, 'null'],
  [Symbol('tide'), 'Symbol(tide)'],
  [Object.assign(Object.create(null), { odd: 1 }), '{"odd":1}'],
  [{ toJSON: () => undefined, message: 5 }, unreadable],
  [{ n: 1n }, unreadable],
])('%# is told as %s', (thrown, text) => {
  expect(thrownText(thrown)).toBe(text)
})

test('a message that throws is not read', () => {
  const throwing = {
    get message(): string {
      throw new Error('inner')
    },
  }
  expect(thrownText(throwing)).toBe(unreadable)
})

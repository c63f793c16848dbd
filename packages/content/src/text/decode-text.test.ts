import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  ['a mark of UTF-8 wins', new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9]), { charset: 'iso-8859-1' }, 'é', 'utf-8'],
  ['a mark of UTF-16', new Uint8Array([0xff, 0xfe, 0x68, 0, 0x69, 0]), {}, 'hi', 'utf-16le'],
  ['UTF-16 without a mark', Buffer.from('plain words', 'utf16le'), {}, 'plain words', 'utf-16le'],
  ['what is declared', latin('\u00c0\u00c1'), { charset: 'koi8-r' }, 'юа', 'koi8-r'],
  [
    'the parameter of a media type',
    latin('\u00e9'),
    { contentType: 'text/html; charset="ISO-8859-1"' },
    'é',
    'windows-1252',
  ],
  ['a meta element', latin('<meta charset=windows-1251>\u00e0'), {}, '<meta charset=windows-1251>а', 'windows-1251'],
  [
    'an XML declaration',
    latin('<?xml version="1.0" encoding="iso-8859-2"?>\u00b1'),
    {},
    '<?xml version="1.0" encoding="iso-8859-2"?>ą',
    'iso-8859-2',
  ],
  ['nothing said', utf8('é'), {}, 'é', 'utf-8'],
  ['nothing said, and no UTF-8', latin('caf\u00e9 \u0080'), {}, 'café €', 'windows-1252'],
  ['UTF-8 that calls itself Latin-1', utf8('für'), { charset: 'latin1' }, 'für', 'utf-8'],
  ['Latin-1 that calls itself UTF-8', latin('f\u00fcr'), { charset: 'utf-8' }, 'für', 'windows-1252'],
  [
    'UTF-8 with one broken byte',
    Buffer.concat([utf8('für größere '), latin('\u00ff')]),
    {},
    'für größere \ufffd',
    'utf-8',
  ],
  [
    'UTF-8 that calls itself windows-1251',
    utf8('<meta charset="windows-1251">Городские болота России'),
    {},
    '<meta charset="windows-1251">Городские болота России',
    'utf-8',
  ],
  // Two characters are UTF-8 by chance.
  ['GBK that could be UTF-8', Uint8Array.of(0xc1, 0xaa, 0xcd, 0xa8), { charset: 'gbk' }, '联通', 'gbk'],
  ['a name that nobody knows', utf8('é'), { charset: 'x-klingon' }, 'é', 'utf-8'],
  ['nothing at all', new Uint8Array(), {}, '', 'utf-8'],
])('%s', (_, bytes, options, text, charset) => {
  expect(decodeText(bytes, options)).toEqual({ text, charset })
})

import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['plain  text\n here', 'plain text here'],
  ['<p>One</p><p>Two<br>three</p>', 'One Two three'],
  ['<i>In vitro</i>, H<sub>2</sub>O', 'In vitro, H2O'],
  ['p < 0.05 and q <0.1 > r', 'p < 0.05 and q <0.1 > r'],
  ['AT&amp;T &lt;b&gt; &#8211; &#x2014; caf&eacute;&nbsp;bar', 'AT&T <b> – — café bar'],
  ['&unknown; &#0; &#xD800; &#1114112; R&D', '&unknown; &#0; &#xD800; &#1114112; R&D'],
  ['a<script>alert("<b>")</script>b<style>p{}</style>c', 'a b c'],
  ['a<!-- <b> -->b<!-- never ends', 'a b'],
  ['<![CDATA[kept]]', 'kept]]'],
  ['cut <a href="', 'cut'],
  ['<script>never ends', ''],
  ['a\u0000b\u001bc', 'abc'],
  ['\u0130\u0130\u0130<b>x</b>y', '\u0130\u0130\u0130xy'],
])('%j reads %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

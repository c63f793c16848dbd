import { expect, test } from 'vitest'
import { textLanguage } from './text-language.ts'

test.each([
  ['en', 'The tide rises higher at new moon than on the other days of a month.'],
  ['en', 'Turbine blades crack under load, and 24 of 60 were replaced in 2019.'],
  ['en', 'Das Boot, a film of 1981, was shown in many countries and is still seen by young people.'],
  ['de', 'Die Flut steigt bei Neumond höher als an den anderen Tagen.'],
  ['de', 'Wärmepumpen sparen im Altbau weniger Strom, wenn die Vorlauftemperatur über 55 Grad liegt.'],
  ['fr', "La marée monte plus haut à la nouvelle lune que les autres jours de l'année."],
  ['es', 'La marea sube más con la luna nueva que en los otros días del mes.'],
  ['it', 'La marea sale di più con la luna nuova che negli altri giorni del mese.'],
  ['pt', 'A maré sobe mais na lua nova do que nos outros dias do mês, e não é só isso.'],
  ['nl', 'Het water stijgt bij nieuwe maan hoger dan op de andere dagen van de maand.'],
  ['sv', 'Vattnet stiger högre vid nymåne än under de andra dagarna och det är inte allt.'],
  ['pl', 'Woda podnosi się wyżej w czasie nowiu i nie jest to jedyna przyczyna, że port się zalewa.'],
  ['ja', '新月のときは潮が高くなります。'],
  ['zh', '新月时潮水比平时更高。'],
  ['ru', 'В новолуние прилив поднимается выше, чем в другие дни.'],
  ['uk', 'У Києві вода піднялася вище, ніж торік.'],
  ['und', 'Uuden kuun aikaan vesi nousee korkeammalle kuin muina päivinä kuukaudessa.'],
  [undefined, 'Tides.'],
  [undefined, ''],
])('%s: %s', (language, text) => {
  expect(textLanguage(text)).toBe(language)
})

/** Before a name, a number or the rest of the sentence: a sentence doesn't end here. In lower case, without dots. */
export const neverLast: ReadonlySet<string> = new Set(
  (
    'dr prof mr mrs ms st mt messrs hon rev gen col lt sgt capt cmdr adm gov sen rep pres dipl ing mag hr fr frl ' +
    'fig figs eq eqs sec ch chap vol vols pp ed eds cf viz vs v approx ca al eg ie esp resp incl excl ref refs tab ' +
    'abb abs bd nr art bzw zb zt dh ua uä sog ggf evtl vgl inkl exkl usf bspw zzgl mind max min geb gest ' +
    'm mme mlle sr sra srta dña'
  ).split(' '),
)

/** May be the last word of a sentence as well as stand in its middle. */
export const mayBeLast: ReadonlySet<string> = new Set(
  (
    'etc am pm inc ltd co corp llc plc gmbh ag us uk eu usa un jr phd md ba ma bc ad usw ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun dept univ assn bros est jh jhd'
  ).split(' '),
)

/** Only an abbreviation where a number follows. */
export const beforeNumbers: ReadonlySet<string> = new Set(['no', 'nos', 'p', 'par', 'para', 's', 'z', 'kap'])

/** Words that begin sentences and rarely go on after an abbreviation. In lower case. */
export const sentenceOpeners: ReadonlySet<string> = new Set(
  (
    'the a an this that these those it its he she they we you i in on at by for from with as if when while after ' +
    'before but and or so yet however moreover thus then there here what who how why our their his her no not ' +
    'der die das ein eine einer dies diese dieser es er sie wir ihr in im am an auf bei mit nach für und aber doch ' +
    'wenn als so dann hier da was wer wie warum unser le la les un une il elle el los las una'
  ).split(' '),
)

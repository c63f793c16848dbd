/** Words that carry no meaning by themselves: English, German, French, Spanish. In lower case. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself he him his himself she her hers herself it its ' +
    'itself they them their theirs themselves what which who whom whose this that these those am is are was were be ' +
    'been being have has had having do does did doing done a an the and but if or because as until while of at by ' +
    'for with about against between into through during before after above below to from up down in out on off over ' +
    'under again further then once here there when where why how all any both each few more most other others some ' +
    'such no nor not only own same so than too very can will just should now could would may might must shall also ' +
    'however thus therefore yet still even much many one two ever never upon within without among across per via ' +
    'since us let get got make made makes way well like said says say ll ve re don doesn didn isn aren wasn won ' +
    'der die das den dem des ein eine einen einem einer eines und oder aber doch denn weil dass daß ob wenn als wie ' +
    'wo wer was ich du er sie es wir ihr mich dich sich mir dir ihm ihn ihnen uns euch mein dein sein seine seinen ' +
    'seiner ihre ihren ihrer unser unsere ist sind war waren wird werden wurde wurden worden bin bist hat haben hatte ' +
    'hatten habe kann können konnte muss müssen soll sollen sollte will wollen darf dürfen nicht kein keine keinen ' +
    'nur auch noch schon sehr mehr so zu zum zur von vom vor nach bei mit ohne für gegen durch über unter um am an ' +
    'auf aus im in ins ab bis seit während wegen dann da dort hier nun jetzt man etwas alle alles viele einige diese ' +
    'dieser dieses diesen diesem jede jeder jedes welche welcher welches sowie bzw also ' +
    'le la les un une des du de et ou mais donc ni car que qui quoi dont où ce cet cette ces il elle ils elles nous ' +
    'vous je tu se ne pas plus par pour sur sous dans avec sans est sont était être avoir ont au aux son sa ses leur ' +
    'el los las una unos unas y o pero que quien como este esta estos estas ese esa lo se no por para con sin sobre ' +
    'entre es son era ser ha han su sus al del más'
  ).split(' '),
)

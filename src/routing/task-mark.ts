/** What a word says of the task that it stands in. */
export type TaskMark = 'plain' | 'asks' | 'recalls' | 'counts' | 'reasons' | 'supposes' | 'makes' | 'topic' | 'demands';

/**
 * Words in small letters without accents, in English, Italian, German, French and Spanish; `*`: and every longer word
 * that begins so. Judged by hand: no list was learned from outcomes.
 */
const listed: readonly (readonly [mark: TaskMark, words: string])[] = [
  // Work that takes a line: say, copy, order, spell, change the form, greet.
  [
    'plain',
    'reply repeat say alphabeti* capitals proofread uppercase lowercase capitalis* capitaliz* spell spelled translate translation synonym* antonym* rename sort list lists count copy extract format paraphrase shorten bullet title headline greet greeting emoji typo typos joke rhyme yes ok okay tell remind pick subject summaris* summariz* summary give-me',
  ],
  [
    'plain',
    'rispondi ripeti ripetere scrivimi correggi dimmi alfabetic* maiuscol* minuscol* sillab* traduci* tradurre traduzione sinonim* contrari* ordina elenca* elenco conta copia estrai riformula accorcia titolo saluta barzelletta rima riassum* sintetizza dammi indica nomina',
  ],
  [
    'plain',
    'antworte wiederhole sag sage umformulier* sagen alphabetisch* grossbuchstaben kleinbuchstaben gross buchstabier* ubersetz* synonym gegenteil sortier* ordne liste auflist* nenne zahle kopier* extrahier* kurze titel begruss* witz reim fass fasse zusammenfass* korrigier* tippfehler* gib-mir ja betreff',
  ],
  [
    'plain',
    'reponds repete repeter dis corrige* coquille* dites alphabetique* majuscule* minuscule* epelle traduis* traduire traduction synonyme* contraire* trie trier classe liste compte copie extrais reformule raccourcis titre blague rime resume resumer donne-moi oui objet cite',
  ],
  [
    'plain',
    'responde repite repetir di-hola errata* dime dile alfabetic* mayuscula* minuscula* deletrea traduce* traducir traduccion sinonimo* antonimo* ordena lista enumera cuenta copia extrae acorta titulo saluda chiste rima resume* resumen dame asunto nombra',
  ],
  // A question, whatever it is about.
  [
    'asks',
    'how what whats which come quale quali che cosa wie was welche welchem welchen welcher welches comment quel quelle quels quelles est-ce como cual cuales que',
  ],
  // Facts that are known or not: a larger model reasons no better about them.
  [
    'recalls',
    'what-year what-date what-day which-year what-is what-are what-does is-there are-there who whom whose when where capital named called stands acronym language license licence version author weather',
  ],
  [
    'recalls',
    'cos-e cosa-significa che-cos qual-e quali-sono esiste chi quando dove capitale chiama significa sigla lingua licenza versione autore',
  ],
  [
    'recalls',
    'was-ist was-sind was-bedeutet welche-farbe welcher-tag gibt-es wie-heisst wie-heissen wer wen wem wann wo hauptstadt heisst bedeutet abkurzung sprache lizenz autor datum',
  ],
  [
    'recalls',
    'qu-est-ce que-signifie quel-est quelle-est quels-sont quelles-sont y-a-t-il qui quand capitale appelle signifie sigle langue licence auteur',
  ],
  [
    'recalls',
    'cual-es cuales-son que-es que-son que-significa hay quien quienes cuando donde capital llama significa sigla idioma licencia autor fecha',
  ],
  // A quantity is asked for; it is worth something where the text has numbers.
  [
    'counts',
    'how-many how-much how-old how-long how-far how-tall many much total percent percentage sum average fraction remaining altogether rate ratio minimum maximum',
  ],
  ['counts', 'quanti quante quanto quanta totale somma media percentuale rapporto'],
  [
    'counts',
    'wie-viele wie-viel wie-alt wie-lange wie-weit viele viel insgesamt summe durchschnitt* prozent verhaltnis',
  ],
  ['counts', 'combien total somme moyenne pourcentage rapport'],
  ['counts', 'cuanto cuanta cuantos cuantas total suma media porcentaje'],
  // Reasons, comparisons, judgements.
  [
    'reasons',
    'how-come trust recommend recommendation conclude conclusion why pros-and options risks trade-offs hypothes* manage explain compare contrast justify evaluate assess critique discuss analyse analyze analysis strategy trade-off tradeoffs diagnose diagnosis implications consequences root cause argue',
  ],
  [
    'reasons',
    'fidar* consigli* raccomand* causa conclusion* perche pro-e ipotesi cause rischi* rischio capire spieg* confronta* giustifica* valuta* discuti analizza* analisi strategia diagnosi conseguenze implicazioni argomenta',
  ],
  [
    'reasons',
    'belastbar* empfiehl empfehl* wage-ab abwagen besser warum ursache* risiken risiko gefahr* gefaehrlich* hypothes* weshalb wieso erklar* vergleich* begrund* bewert* beurteil* diskutier* analys* strategie diagnose folgen auswirkung* argumentier*',
  ],
  [
    'reasons',
    'recommand* cause vaut-il tient-elle pourquoi causes risques risque recours hypothes* expliqu* compar* justifi* evalu* discut* analys* strategie diagnosti* consequences implications argument*',
  ],
  [
    'reasons',
    'por-que causas riesgos riesgo debilidad* hipotesis explica* compar* justifi* evalua* discut* analiz* analisis estrategia diagnosti* consecuencias implicaciones argument*',
  ],
  [
    'supposes',
    'if then suppose assume given let unless whether not except least never without supponi* dato senza wenn falls angenommen ohne nicht',
  ],
  ['supposes', 'supposons suppose sachant sans supon* supong* dado sin'],
  // Something is to be made; what, decides the subject.
  [
    'makes',
    'write create build make generate scrivi scrivere crea costruisci genera schreib* erstell* baue erzeug* ecris ecrire cree construis genere escribe escribir crea construye genera',
  ],
  // Subjects in which a wrong answer looks right.
  [
    'topic',
    'moral morally ethics variance regression significance significant* sample confound* posterior estimator revenue ifrs gaap recognised recognized consolidat* provision* hedg* patent* subsidiary theorem lemma integral matrix polynomial eigenvalue* differential derivative manifold topology algebra* convex stochastic bayesian entropy quantum relativistic thermodynamic* enthalpy stoichiometr* kinetics',
  ],
  [
    'topic',
    'algorithm* complexity asymptotic concurren* partition* queue consensus thread* mutex heap cluster latency crash* timeout* lock-free compiler distributed consensus cache regex sql schema kubernetes rust typescript javascript python java haskell function query database api microservice* architecture',
  ],
  [
    'topic',
    'tax taxes taxation taxable vat liab* contract* clause* tenant landlord lease negligen* statute* jurisdiction lawsuit plaintiff defendant tort damages gdpr inherit* deductib* depreciation fiduciary copyright patent* infring* legal legally lawful court employment dismiss* taxed llc equity vesting shareholder* insolven* litigation compliance warfarin dosage dose medication* treatment antibiotic* fever mg potassium diagnos* diabet* asthma blood milp encrypt* cryptograph* interaction* patient* symptom* contraindicat* diagnos* accounting ethic* premise* valid invalid logic logical*',
  ],
  [
    'topic',
    'morale varianza regressione significativ* campione contabil* bilancio leasing accantonament* brevett* filiale teorema integrale matrice polinomi* autovalor* derivata algebra algoritmo algoritmi complessita concorren* funzione codice tassa tasse imposta imposte fiscal* iva contratt* clausol* inquilin* locazion* locatore responsabilita giuridic* legal* tribunale licenziament* licenziat* impugna* infortunio holding patto insolvenza farmac* febbre diabet* asma diuretic* crittograf* giudizial* eredita* detra* deduc* plusvalenz* risarciment* garanzia plusvalen* danno danni terzi clausol* concorrenza partizion* paziente* interazione dosaggio sintom* etic* premess* valid* logica logico',
  ],
  [
    'topic',
    'integral matrix polynom* moralisch* varianz regression signifikan* stichprobe* bilanz* konsolidier* ruckstellung* absicher* tochtergesellschaft* grenzganger* abfindung* eigenwert* ableitung algebra algorithm* komplexitat nebenlaufig* funktion steuer* umsatzsteuer* mehrwertsteuer* einkommensteuer* vertrag* klausel* mieter* vermieter* haftung haftet kundig* rechtlich* gericht* erbe erben erbschaft* erbrecht* insolvenz* erklarung* kundigungs* medikament* fieber diabet* asthma verschlussel* gerichtlich* abschreib* gewahrleistung* schadenersatz schadensersatz dsgvo bgb arbeitgeber* schad* dritt* wettbewerb* patient* wechselwirkung* dosis symptom* ethi* pramisse* gultig* wirksam* logik logisch* warteschlange* partition*',
  ],
  [
    'topic',
    'echantillon essai comptab* bilan provisionn* consolider impose imposes brevet* filiale* prud litige* hypercalcemi* theoreme integrale matrice polynom* derivee algebre algorithme* complexite concurren* fonction impot* fiscal* tva contrat* clause* locataire* bailleur* bail responsabilite juridique* legal* tribunal licenciement* licencier licencie salarie* caution procedure medicament* douleur* fievre diabet* asthme chiffrement judiciair* antithrombo* succession* heritage deducti* amortissement* rgpd dommages tiers concurrence plus-value* imposab* patient* interaction* posologie symptom* ethi* premisse* valable* valide* logiqu* partition*',
  ],
  [
    'topic',
    'teorema integral matriz polinomi* varianza muestra contab* consolidar provision* filial* derivada algebra algoritmo* complejidad concurren* funcion codigo impuesto* fiscal* tribut* iva contrato* clausula* inquilin* arrendador* arrendamiento alquiler responsabilidad juridic* legal* tribunal despid* despedir insolvencia diagnostico medicament* fiebre diabet* asma cifrad* criptograf* judicial* heredad* herencia* heredar* deduc* amortiza* rgpd indemniz* garantia danos tercer* competencia plusval* fianza paciente* interaccion* dosis sintoma* etic* premisa* valid* logica logico particion*',
  ],
  // Work in which each step must hold.
  [
    'demands',
    'program programs prove proof proofs show-that compute calculate solve expected converges undecidable derive derivation induction rigorous* formal* counterexample* implement* refactor* debug* deadlock* bug bugs race design optimi* migrate migration architect write-ahead vulnerab* exploit reverse-engineer invariants invariant terminates wrong formulate minimi* maximi* converge* convergence synthesi* rewrite-rule program function script',
  ],
  [
    'demands',
    'programma errore-in l-errore dimostra* mostra-che calcola* risolv* ricava* atteso converge indecidibil* deriva* induzione rigoros* controesempi* implement* rifattorizz* debug* bug progetta progettare ottimizz* sbagliat* formula-come minimizz* massimizz* convergenza sottogruppo migra* vulnerabil* deduci* stallo',
  ],
  [
    'demands',
    'programm programmiere fehler-in den-fehler beweis* zeige-dass zeig-dass berechn* lose erwartet* konvergiert unentscheidbar* herleit* leite induktion streng gegenbeispiel* implementier* refaktor* debug* bug entwirf entwerf* entwickl* falsch minimier* maximier* konvergenz optimier* migrier* verklemm*',
  ],
  [
    'demands',
    'programme l-erreur demontr* montre-qu montre-que calcule* resou* esperance moyen converge indecidable* etablis prouv* deduis deriv* recurrence rigoureu* contre-exemple* implement* refactor* debog* bogue* bug concois concev* cloche minimis* maximis* convergence optimis* migr* vulnerab* interblocage',
  ],
  [
    'demands',
    'programa el-error demuestr* muestra-que calcul* resuelv* resolv* esperado converge indecidible* demostra* deriva* deduce induccion riguros* contraejempl* implement* refactor* depur* bug disen* minimi* maximi* convergencia optimi* migra* vulnerab* interbloqueo',
  ],
];

const exact = new Map<string, TaskMark>();
const stems = new Map<string, TaskMark>();
for (const [mark, words] of listed) {
  for (const word of words.split(' ')) {
    if (word.endsWith('*')) stems.set(word.slice(0, -1), mark);
    else exact.set(word, mark);
  }
}
/** Last parts of German compounds, which say what the whole is. */
const lastParts =
  /(?:vertrags?|vertrage|risik(?:o|en)|recht|pflicht(?:ig)?|steuer[nt]?|klausel|haftung|beweis|algorithmus|optionen|geschaften|verfahren|programm)$/u;
const compoundUnitsMin = 12;
const stemLengths = [...new Set([...stems.keys()].map(({ length }) => length))].toSorted((a, b) => b - a);

/** The mark of a word, or of it and the next one, in small letters without accents; `null`: it says nothing. */
export function taskMarkOf(word: string, next: string): TaskMark | null {
  const mark = exact.get(`${word}-${next}`) ?? exact.get(word);
  if (mark !== undefined) return mark;
  for (const length of stemLengths) {
    const found = length > word.length ? undefined : stems.get(word.slice(0, length));
    if (found !== undefined) return found;
  }
  return word.length >= compoundUnitsMin && lastParts.test(word) ? 'topic' : null;
}

/** Words in small letters without accents. */
export function plainWords(text: string): readonly string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return plain.match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];
}

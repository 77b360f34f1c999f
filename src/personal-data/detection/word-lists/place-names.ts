/** Towns, regions and countries that occur beside names of people and after postal codes. */
export const placeNames = `argentina israel nevada trinidad montserrat italia italy italie italien germania germany
    deutschland allemagne alemania francia france frankreich spagna spain españa espagne spanien portugal
    portogallo austria österreich autriche svizzera switzerland schweiz suisse suiza belgio belgium belgien
    belgique netherlands niederlande olanda poland polska polen polonia england scotland wales ireland irlanda
    britain europe europa america usa uk alberta russia china japan india brasil brazil canada australia africa
    asia roma rome milano milan mailand napoli naples torino turin palermo genova bologna firenze florence florenz
    bari catania venezia venice verona messina padova trieste taranto brescia parma prato modena reggio calabria
    perugia livorno ravenna cagliari foggia rimini salerno ferrara sassari latina giugliano monza siracusa pescara
    bergamo forlì trento vicenza terni bolzano novara piacenza ancona andria arezzo udine cesena lecce pesaro
    barletta alessandria pisa catanzaro pistoia lucca brindisi treviso como varese pavia cremona mantova asti cuneo
    savona matera potenza campobasso aosta lombardia romagna friuli veneto umbria marche abruzzo molise basilicata
    liguria piemonte toscana sicilia sardegna puglia campania lazio berlin hamburg münchen munich köln cologne
    frankfurt stuttgart düsseldorf leipzig dortmund essen bremen dresden hannover nürnberg duisburg bochum
    wuppertal bielefeld bonn münster mannheim karlsruhe augsburg wiesbaden mönchengladbach gelsenkirchen aachen
    braunschweig chemnitz kiel halle magdeburg freiburg krefeld mainz lübeck erfurt oberhausen rostock kassel hagen
    potsdam saarbrücken hamm ludwigshafen mülheim oldenburg osnabrück leverkusen heidelberg solingen darmstadt
    regensburg paderborn würzburg ingolstadt ulm wolfsburg göttingen heilbronn pforzheim offenbach trier jena
    koblenz bayern bavaria sachsen hessen wien vienna graz linz salzburg innsbruck klagenfurt zürich zurich genf
    genève geneva basel bern lausanne luzern lugano winterthur paris marseille lyon toulouse nice nantes
    montpellier strasbourg bordeaux lille rennes reims toulon grenoble dijon angers nîmes villeurbanne
    clermont-ferrand aix-en-provence brest tours amiens limoges annecy perpignan metz besançon orléans rouen
    mulhouse caen nancy avignon poitiers versailles pau cannes calais bretagne normandie provence bruxelles
    brussels liège gand anvers madrid barcelona valencia sevilla seville zaragoza málaga murcia palma bilbao
    alicante córdoba valladolid vigo gijón vitoria granada elche oviedo badalona cartagena terrassa jerez sabadell
    móstoles pamplona almería fuenlabrada leganés burgos santander castellón albacete getafe alcorcón logroño
    badajoz salamanca huelva lleida tarragona león cádiz marbella toledo girona cataluña andalucía galicia lisboa
    lisbon porto coimbra braga faro london birmingham leeds glasgow sheffield bradford liverpool edinburgh
    manchester bristol wakefield cardiff coventry nottingham leicester sunderland belfast newcastle brighton hull
    plymouth wolverhampton derby swansea southampton aberdeen portsmouth york oxford cambridge exeter bath norwich
    dublin cork limerick galway reading ipswich luton preston dundee york washington boston chicago houston dallas
    austin seattle denver miami atlanta phoenix philadelphia detroit orleans francisco angeles diego california
    texas florida georgia virginia carolina oregon ohio michigan jersey amsterdam rotterdam utrecht eindhoven
    groningen warszawa warsaw kraków gdańsk wrocław poznań praha prague brno bratislava budapest bucharest
    bucurești sofia athens athina stockholm göteborg malmö copenhagen københavn aarhus oslo bergen helsinki tampere
    zagreb ljubljana tallinn riga vilnius luxembourg luxemburg valletta moscow istanbul ankara tokyo beijing
    shanghai delhi mumbai singapore sydney melbourne toronto montreal jordan chelsea kingston lincoln hamilton
    wellington victoria`;

/** Words before the name of a street, as in Italian, French and Spanish. */
export const streetsBefore = `via viale vle piazza piazzale corso largo vicolo strada contrada lungomare lungotevere lungarno lungolago piazzetta passeig salita vico galleria
    borgo rue avenue av ave boulevard bd boul place allée allee allées chemin impasse quai cours route square
    passage sentier faubourg villa ruelle calle c avenida avda plaza pza pl paseo pº carretera ctra camino ronda
    travesía glorieta urbanización polígono pasaje rambla rua praça travessa alameda carrer plaça voie esplanade
    résidence cité hameau lotissement promenade rotonda incrocio senda cuesta rincón bajada callejón barrio subida
    riera prolongación masía colonia localita località frazione`;

/** Words after the name of a street, as in English. */
export const streetsAfter = `street st road rd avenue ave lane ln drive dr close court ct way place pl square sq terrace crescent cres
    gardens gdns grove hill parade mews row walk boulevard blvd highway hwy parkway pkwy circle cir trail green park
    rise view path yard wharf quay gate vale end croft drove broadway orchard meadow meadows fold chase bypass lodge
    manor fields estate common corner circus heights ridge glen mount wood`;

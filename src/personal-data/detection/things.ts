/**
 * Things that have names of people, in five languages: furniture, dishes, vehicles, ships, storms, machines, files, works.
 * Written for this detector.
 */
export const things = `lamp sofa couch armchair stool desk bed mattress wardrobe bookcase dresser rug carpet curtain cushion pillow
  duvet mirror vase teapot saucepan kettle toaster blender mixer fridge freezer oven stove cooker dishwasher
  microwave vacuum backpack handbag suitcase jacket coat dress skirt blouse shirt sweater jeans sandal sandals
  boots sneaker perfume lipstick shampoo candle doll teddy bicycle bike scooter motorcycle tractor caravan van
  yacht ferry boat vessel frigate cruiser submarine locomotive aircraft airplane glider satellite probe comet
  asteroid crater hurricane storm typhoon cyclone wildfire laptop printer router scanner tablet smartphone
  smartwatch projector robot drone cluster database queue bucket container playbook workbook spreadsheet
  worksheet font typeface keyboard apple potato tomato cultivar variety cake pie tart sandwich salad soup sauce
  cocktail smoothie wine beer cheese bread pizza pasta restaurant diner bakery bistro pub inn lodge hostel motel
  villa chalet cottage cafe beach trail bridge dam canyon quarter opera musical ballet novel movie sitcom
  podcast song hymn ballad painting statue sessel stuhl hocker lampe leuchte tisch regal schrank bett matratze
  kommode teppich vorhang kissen decke spiegel kanne topf pfanne kühlschrank herd backofen staubsauger rucksack
  tasche koffer jacke mantel kleid rock bluse hemd pullover hose sandale stiefel schuh parfum kerze puppe
  fahrrad roller traktor wohnwagen fähre boot schiff fregatte kreuzer dampfer lok lokomotive zug flugzeug sonde
  komet krater orkan sturm sturmtief tief hoch wirbelsturm drucker rechner roboter server dienst datei tabelle
  ordner schriftart apfel apfelsorte kartoffel kartoffelsorte sorte tomate torte kuchen salat suppe soße wein
  sekt käse brot nudeln gasthof gasthaus pension ferienwohnung hütte bäckerei strand brücke oper ballett roman
  krimi film serie lied ballade gemälde modell orgel glocke kanone krippe kita kindergarten apotheke divano
  poltrona sedia sgabello lampada scrivania letto materasso armadio libreria credenza tappeto tenda cuscino
  specchio vaso teiera pentola padella frullatore frigorifero forno lavatrice aspirapolvere zaino borsa valigia
  giacca cappotto vestito gonna camicetta camicia maglione sandalo scarpa stivale profumo candela bambola
  bicicletta bici trattore nave traghetto barca veliero fregata sottomarino locomotiva treno aereo sonda cometa
  cratere uragano tempesta ciclone stampante portatile servizio cartella mela patata pomodoro torta crostata
  focaccia piadina insalata zuppa salsa vino birra formaggio pane trattoria osteria pizzeria ristorante locanda
  agriturismo panificio pasticceria spiaggia ponte commedia romanzo canzone quadro statua tavolo fauteuil canapé
  chaise tabouret bureau lit matelas armoire bibliothèque buffet tapis rideau coussin miroir théière casserole
  poêle mixeur frigo réfrigérateur four aspirateur sac valise veste manteau robe jupe chemisier chemise pull
  chaussure botte bougie poupée vélo trottinette tracteur navire bateau paquebot voilier frégate sous-marin
  train avion comète cratère ouragan tempête imprimante ordinateur fichier feuille dossier pomme poire tarte
  gâteau galette salade soupe vin bière fromage pain auberge brasserie gîte boulangerie pâtisserie plage pont
  opéra comédie série chanson tableau table étagère commode sofá sillón silla taburete lámpara mesa escritorio
  cama colchón armario librería alfombra cortina cojín espejo jarrón tetera olla sartén batidora nevera
  frigorífico horno lavadora aspiradora mochila bolso maleta chaqueta abrigo vestido falda blusa camisa jersey
  sandalia zapato bota vela muñeca bicicleta patinete buque barco ferri velero fragata submarino locomotora tren
  avión cráter huracán tormenta borrasca ciclón impresora ordenador portátil archivo fichero carpeta hoja
  manzana tarta pastel ensalada sopa cerveza queso pan taberna bodega mesón hostal panadería pastelería playa
  puente ópera comedia novela película canción cuadro estatua estantería`;

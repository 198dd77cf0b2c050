// Two players of openapi-generator's Kotlin client play duels. The first argument is JSON: the server's `url` and the
// `matches` to play. Prints their ids and outcomes as JSON.

import com.google.gson.JsonObject
import com.google.gson.ToNumberPolicy
import java.math.BigDecimal
import kotlin.system.exitProcess
import org.openapitools.client.apis.MatchesApi
import org.openapitools.client.apis.PlayApi
import org.openapitools.client.apis.PlayersApi
import org.openapitools.client.apis.StreamsApi
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.infrastructure.Serializer.gson
import org.openapitools.client.models.*

fun main(arguments: Array<String>) {
    // Without it, Gson reads each number of the options as one with a fraction.
    Serializer.gsonBuilder.setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
    val given = gson.fromJson(arguments[0], JsonObject::class.java)
    val url = given["url"].asString
    val terms = given["matches"].asJsonArray.map { gson.fromJson(it, MatchRequest::class.java) }
    println(gson.toJson(terms.map { play(Player(url, "Ada"), Player(url, "Bo"), it) }))
    exitProcess(0) // The threads of OkHttp outlive it otherwise.
}

class Player(url: String, name: String) {
    private val known = PlayersApi(url).createPlayer(PlayerRequest(name))
    val id = known.playerId
    val matches = MatchesApi(url).apply { accessTokenProvider = { known.token } }
    val play = PlayApi(url).apply { accessTokenProvider = { known.token } }
    val streams = StreamsApi(url).apply { accessTokenProvider = { known.token } }

    /** Casts any spell of the hand, or forbids none; a phase may have closed in the meantime. */
    fun move(view: ViewReply) {
        val hand = gson.fromJson(view.view, WizardsDuelView::class.java).hands.getValue(view.viewer).possible
        val phase = view.phase!!
        val cast = CastMove(CastMove.Type.cast, hand.random())
        val move = if (phase.name == "charm") CharmMove(CharmMove.Type.charm) else cast
        try {
            play.submit(view.matchId, SubmissionRequest(phase.number, move))
        } catch (refusal: ClientException) {
            if (refusal.statusCode != 409) throw refusal
        }
    }
}

fun play(ada: Player, bo: Player, terms: MatchRequest): Map<String, Any?> {
    val seats = mapOf("a" to SeatRequest(), "b" to SeatRequest(playerId = bo.id))
    val match = ada.matches.createMatch(terms.copy(seats = seats, pace = Pace.eager, autostart = true)).matchId
    bo.matches.takeSeat(match, "b")
    while (true) {
        for (player in listOf(ada, bo)) {
            val view = player.play.getView(match)
            if (view.status == MatchStatus.over) return mapOf("match_id" to match, "outcome" to view.outcome)
            if (view.prompt != null && view.submission == null) player.move(view)
            // Waits for what comes after the view; each fact has a tag.
            val page = player.streams.listEvents(match, view.cursor, wait = BigDecimal("0.1"))
            for (fact in page.events.flatMap { it.facts }) check(fact.has("type")) { "no fact: $fact" }
        }
    }
}

// Two players of openapi-generator's Java client play duels. The first argument is JSON: the server's `url` and the `matches`
// to play. Prints their ids and outcomes as JSON.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.MatchesApi;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.api.PlayersApi;
import org.openapitools.client.api.StreamsApi;
import org.openapitools.client.model.*;

class Duel {
    static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

    final String id;
    final MatchesApi matches;
    final PlayApi play;
    final StreamsApi streams;

    public static void main(String[] arguments) throws Exception {
        JsonNode given = JSON.readTree(arguments[0]);
        List<Map<String, Object>> played = new ArrayList<>();
        for (JsonNode terms : given.get("matches")) {
            MatchRequest request = JSON.treeToValue(terms, MatchRequest.class);
            String url = given.get("url").asText();
            played.add(play(new Duel(url, "Ada"), new Duel(url, "Bo"), request));
        }
        System.out.println(JSON.writeValueAsString(played));
    }

    Duel(String url, String name) throws ApiException {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        NewPlayerReply known = new PlayersApi(client).createPlayer(new PlayerRequest().name(name));
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + known.getToken()));
        id = known.getPlayerId();
        matches = new MatchesApi(client);
        play = new PlayApi(client);
        streams = new StreamsApi(client);
    }

    static Map<String, Object> play(Duel ada, Duel bo, MatchRequest terms) throws ApiException {
        terms.seats(Map.of("a", new SeatRequest(), "b", new SeatRequest().playerId(bo.id)));
        String match = ada.matches.createMatch(terms.pace(Pace.EAGER).autostart(true), null).getMatchId();
        bo.matches.takeSeat(match, "b", null);
        for (;;) {
            for (Duel player : List.of(ada, bo)) {
                ViewReply view = player.play.getView(match, null, null, null, null, null);
                if (view.getStatus() == MatchStatus.OVER) return Map.of("match_id", match, "outcome", view.getOutcome());
                if (view.getPrompt() != null && view.getSubmission() == null) player.move(view);
                // Waits for what comes after the view, and reads each fact as what its tag says.
                EventPage page =
                    player.streams.listEvents(match, view.getCursor(), null, null, new BigDecimal("0.1"), null, null);
                for (EventReply event : page.getEvents()) {
                    for (Fact fact : event.getFacts()) {
                        if (fact.getActualInstance() == null) throw new AssertionError("no fact: " + event);
                    }
                }
            }
        }
    }

    /** Casts any spell of the hand, or forbids none; a phase may have closed in the meantime. */
    void move(ViewReply view) throws ApiException {
        List<Spell> hand = view.getView().getWizardsDuelView().getHands().get(view.getViewer()).getPossible();
        Spell spell = hand.get(new Random().nextInt(hand.size()));
        WizardsDuelMove move =
            view.getPhase().getName().equals("charm")
                ? new WizardsDuelMove(new CharmMove().type(CharmMove.TypeEnum.CHARM))
                : new WizardsDuelMove(new CastMove().type(CastMove.TypeEnum.CAST).spell(spell));
        SubmissionRequest request = new SubmissionRequest().phase(view.getPhase().getNumber()).move(new Move(move));
        try {
            play.submit(view.getMatchId(), request, null, null, null);
        } catch (ApiException refusal) {
            if (refusal.getCode() != 409) throw refusal;
        }
    }
}

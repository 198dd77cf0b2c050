// Two players of openapi-generator's Go client play duels. The first argument is JSON: the server's `url` and the `matches`
// to play. Prints their ids and outcomes as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"moirai"
	"os"
)

type given struct {
	Url     string
	Matches []moirai.MatchRequest
}

type played struct {
	MatchId string          `json:"match_id"`
	Outcome *moirai.Outcome `json:"outcome"`
}

type player struct {
	id      string
	context context.Context
	client  *moirai.APIClient
}

func main() {
	var given given
	check(json.Unmarshal([]byte(os.Args[1]), &given))
	all := []played{}
	for _, terms := range given.Matches {
		all = append(all, play(join(given.Url, "Ada"), join(given.Url, "Bo"), terms))
	}
	check(json.NewEncoder(os.Stdout).Encode(all))
}

func join(url string, name string) player {
	settings := moirai.NewConfiguration()
	settings.Servers = moirai.ServerConfigurations{{URL: url}}
	client := moirai.NewAPIClient(settings)
	known, _, err := client.PlayersAPI.CreatePlayer(context.Background()).
		PlayerRequest(*moirai.NewPlayerRequest(name)).Execute()
	check(err)
	return player{known.PlayerId, context.WithValue(context.Background(), moirai.ContextAccessToken, known.Token), client}
}

func play(ada player, bo player, terms moirai.MatchRequest) played {
	reserved := moirai.NewSeatRequest()
	reserved.SetPlayerId(bo.id)
	terms.SetSeats(map[string]moirai.SeatRequest{"a": *moirai.NewSeatRequest(), "b": *reserved})
	terms.SetPace("eager")
	terms.SetAutostart(true)
	match, _, err := ada.client.MatchesAPI.CreateMatch(ada.context).MatchRequest(terms).Execute()
	check(err)
	_, _, err = bo.client.MatchesAPI.TakeSeat(bo.context, match.MatchId, "b").Execute()
	check(err)
	for {
		for _, player := range []player{ada, bo} {
			view, _, err := player.client.PlayAPI.GetView(player.context, match.MatchId).Execute()
			check(err)
			if view.Status == "over" {
				return played{match.MatchId, view.Outcome.Get()}
			}
			if view.Submission.Get() == nil && len(view.Prompt) > 0 {
				player.move(view)
			}
			// Waits for what comes after the view, and reads each fact as what its tag says.
			page, _, err := player.client.StreamsAPI.ListEvents(player.context, match.MatchId).
				After(view.Cursor).Wait(0.1).Execute()
			check(err)
			for _, event := range page.Events {
				for _, fact := range event.Facts {
					if fact.GetActualInstance() == nil {
						panic(fmt.Sprintf("an event without a fact: %v", event))
					}
				}
			}
		}
	}
}

// Casts any spell of the hand, or forbids none; a phase may have closed in the meantime.
func (player player) move(view *moirai.ViewReply) {
	hand := view.View.WizardsDuelView.Hands[view.Viewer].Possible
	move := moirai.CastMoveAsWizardsDuelMove(moirai.NewCastMove("cast", hand[rand.Intn(len(hand))]))
	if view.Phase.Get().Name == "charm" {
		move = moirai.CharmMoveAsWizardsDuelMove(moirai.NewCharmMove("charm"))
	}
	request := moirai.NewSubmissionRequest(view.Phase.Get().Number, moirai.Move{WizardsDuelMove: &move})
	_, reply, err := player.client.PlayAPI.Submit(player.context, view.MatchId).SubmissionRequest(*request).Execute()
	if reply == nil || reply.StatusCode != 409 {
		check(err)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
